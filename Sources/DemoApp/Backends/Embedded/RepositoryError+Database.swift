import SVVSPersistence

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
