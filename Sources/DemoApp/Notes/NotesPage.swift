import SVVS

/// How far the fetching of notes has come.
@JSONCodable
enum APIState: String {
  case none, loading, success, failure
}

/// What a notes view holds for one login, and forgets with it.
@MainActor @Store
final class NotesPage {
  var draft = "" {
    didSet { if draft != oldValue { retryKey = RetryKey() } }
  }
  /// The key of the draft, until it changes: a draft that is tried again is added once.
  private(set) var retryKey = RetryKey()
  var showsModal = false
  var errorMessage: String?
  var isAdding = false
  var refreshesUnderWay = 0
  var lastResult = APIState.none

  var apiState: APIState { refreshesUnderWay > 0 ? .loading : lastResult }
}
