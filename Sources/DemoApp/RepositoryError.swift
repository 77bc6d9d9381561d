/// Why a repository could not do what it was asked.
public enum RepositoryError: Error, Hashable, Sendable {
  /// There is no such thing.
  case notFound
  /// The user id or the password is wrong.
  case unauthorized
  /// The backend refuses such a request.
  case invalidRequest
  /// The backend wants to be asked less often, and again after so many seconds if it says so.
  case rateLimited(retryAfter: Int?)
  /// No answer came in time.
  case timedOut
  /// The backend cannot be reached.
  case unreachable
  /// The answer is not what was expected.
  case unexpectedReply
}
