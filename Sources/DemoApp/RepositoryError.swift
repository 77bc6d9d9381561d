public import Foundation
import SVVSPersistence

/// An error of a repository.
public enum RepositoryError: Error, Hashable, Sendable {
  /// The requested thing does not exist.
  case notFound
  /// The user id or the password is wrong.
  case unauthorized
  /// The service refuses the token.
  case tokenRefused
  /// The backend refuses the request as invalid.
  case invalidRequest
  /// The backend limits the rate of requests, and may say when to retry.
  case rateLimited(retryAt: Date?)
  /// The number of concurrent requests to the service is at its limit.
  case tooManyRequests
  /// There was no reply in time.
  case timedOut
  /// There is no connection to the backend.
  case unreachable
  /// No secure (TLS) connection could be made.
  case insecure
  /// The reply is not valid.
  case unexpectedReply
  /// The reply is larger than the limit.
  case tooLarge
  /// The database holds more data than the limit of a read allows, or would hold more after the write.
  case dataTooLarge
  /// The text has more bytes than the limit.
  case textTooLong
  /// The server was built without a module that the request requires, or a library of that module is not installed.
  case notBuiltIn
  /// The disk is full.
  case diskFull
  /// The database's file is read-only.
  case readOnly
  /// The database's file was deleted, moved or replaced.
  case fileGone
  /// Another process locks the database.
  case inUse
  /// The database's server cannot be reached.
  case databaseUnavailable
  /// The connection to the database was lost during a commit, so the outcome of the write is unknown.
  case outcomeUnknown
  /// The database refuses the user, or the user lacks a privilege.
  case notPermitted
  /// The database cannot store a text with the character NUL.
  case invalidText
  /// The database cannot be read or written for another reason.
  case storageFailed
}

extension RepositoryError {
  /// Creates an error for users from an error of a repository or of the database. Returns nil for any other error.
  init?(_ error: any Error) {
    if let error = error as? RepositoryError {
      self = error
    } else if let error = error as? DatabaseError {
      self = RepositoryError(error.kind)
    } else {
      return nil
    }
  }

  private init(_ kind: DatabaseError.Kind) {
    self =
      switch kind {
      case .fileGone: .fileGone
      case .diskFull: .diskFull
      case .readOnly: .readOnly
      case .inUse: .inUse
      case .unavailable: .databaseUnavailable
      case .outcomeUnknown: .outcomeUnknown
      case .notPermitted: .notPermitted
      case .invalidText: .invalidText
      case .tooLarge: .dataTooLarge
      case .newerVersion, .noDatabase, .failed: .storageFailed
      }
  }
}
