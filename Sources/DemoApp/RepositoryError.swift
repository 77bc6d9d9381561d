public import Foundation

/// Why a repository could not do what it was asked.
public enum RepositoryError: Error, Hashable, Sendable {
  /// There is no such thing.
  case notFound
  /// The user id or the password is wrong.
  case unauthorized
  /// The service does not take the token.
  case tokenRefused
  /// The backend refuses such a request.
  case invalidRequest
  /// The backend wants to be asked less often, and again from a moment on if it says so.
  case rateLimited(retryAt: Date?)
  /// More requests to the service are under way than it is sent at a time.
  case tooManyRequests
  /// No answer came in time.
  case timedOut
  /// There is no connection to the backend.
  case unreachable
  /// No secure (TLS) connection could be made.
  case insecure
  /// The answer is not what was expected.
  case unexpectedReply
  /// The answer has more than is taken.
  case tooLarge
  /// The database has more than is read, or would have it after a write.
  case dataTooLarge
  /// The text has more bytes than may be sent.
  case textTooLong
  /// The server was built without what it takes.
  case notBuiltIn
  /// The disk has no room.
  case diskFull
  /// The database's file may only be read.
  case readOnly
  /// The database's file was deleted, moved or replaced.
  case fileGone
  /// Another process holds the database.
  case inUse
  /// The database's server cannot be reached.
  case databaseUnavailable
  /// The connection to the database ended in the middle of a write, of which nobody knows whether it was made.
  case outcomeUnknown
  /// The database refuses the user, or what is asked of it.
  case notPermitted
  /// The database cannot keep a text with the character NUL.
  case invalidText
  /// The database cannot be read or written for another reason.
  case storageFailed

  /// When what failed may be tried again, if the error says so.
  static func retryTime(of error: (any Error)?) -> Date? {
    if case .rateLimited(let date)? = error as? RepositoryError { date } else { nil }
  }
}
