import GRDB
import SVVSPersistence

extension RepositoryError {
  /// What an error of a repository or of the database means to a user; nil if it is neither.
  init?(_ error: any Error) {
    if let error = error as? RepositoryError {
      self = error
    } else if case AppDatabaseError.fileGone = error {
      self = .fileGone
    } else if let error = error as? DatabaseError {
      self =
        switch error.resultCode {
        case _ where error.extendedResultCode == .SQLITE_READONLY_DBMOVED: .fileGone
        case .SQLITE_FULL: .diskFull
        case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
        case .SQLITE_BUSY, .SQLITE_LOCKED: .inUse
        default: .storageFailed
        }
    } else if error is RowDecodingError {
      self = .storageFailed
    } else {
      return nil
    }
  }
}
