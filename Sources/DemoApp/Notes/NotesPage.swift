import SVVS

/// The progress of fetching the notes.
@JSONCodable
enum APIState: String {
  @Title("Not fetched yet") case none
  @Title("Fetching") case loading
  @Title("Up to date") case success
  @Title("Failed") case failure
}

/// The state of a notes view for one login. The state ends when the login ends.
@MainActor @Store
final class NotesPage {
  let note = Draft()
  var showsModal = false
  let refreshing = Activity()
  let adding = Activity()
  let deleting = Activity()

  var apiState: APIState {
    if refreshing.isRunning { return .loading }
    return refreshing.error != nil ? .failure : refreshing.hasSucceeded ? .success : .none
  }

  /// The error of the last refresh, addition or deletion.
  var error: (any Error)? { [refreshing, adding, deleting].lastError }
}
