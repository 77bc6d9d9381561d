import SVVS

/// The notes of the user who is logged in.
@MainActor @ViewState("notes", title: "Notes")
final class NotesViewState {
  /// The notes, oldest first; empty if no user is logged in.
  var notes: ObservableArray<Note> { loginStore.stores?.notes.notes ?? none }
  /// The progress of the last refresh.
  @Title("State") @Busy(when: "loading") var apiState: APIState { page.current.apiState }
  /// The text of the field for a new note.
  @Title("New note") @Submits("add") var draft: String {
    get { page.current.note.text }
    set { page.current.note.text = newValue }
  }
  /// Whether to show the field for a new note.
  @Shown(.never) var showsModal: Bool {
    get { page.current.showsModal }
    set { page.current.showsModal = newValue }
  }
  /// The error message of the last refresh, addition or deletion, or of reading the notes.
  @ErrorMessage var errorMessage: String? {
    texts.message(for: page.current.error ?? loginStore.stores?.notes.error)
  }

  private let loginStore: LoginStore
  private lazy var page = ScopeLocal(loginStore.scope) { [unowned self] in makePage() }
  /// The draft of a page without a user. The page of the user who logs in next takes it over.
  @ObservationIgnored private var draftWithoutUser: Draft?
  private let none = ObservableArray<Note>()
  private let texts: Texts

  private func makePage() -> NotesPage {
    let draft = draftWithoutUser ?? Draft()
    draftWithoutUser = loginStore.stores == nil ? draft : nil
    return NotesPage(note: draft)
  }

  /// Fetches the notes. Front ends call this when the page appears.
  @Action(.onAppear) func didAppear() async { await refresh() }

  /// Fetches the notes again. Has no effect if no user is logged in.
  @Action func refresh() async {
    guard let store = loginStore.stores?.notes else { return }
    await page.current.refreshing.run { try await store.refresh() }
  }

  /// Adds the draft and empties the field, unless the draft is blank. Closes the field when the note has been added. If
  /// the draft cannot be added, it returns to the field.
  @Action func add() async {
    let page = page.current
    guard let store = loginStore.stores?.notes, !page.note.text.isBlank else { return }
    await page.adding.run(page.note.take { try await store.add($0, key: $1) }, then: { page.showsModal = false })
  }

  /// Deletes a note.
  @Action(.destructive, .confirms("Delete this note?"), .argument("id", from: "notes", member: "id"))
  func delete(id: Note.ID) async {
    guard let store = loginStore.stores?.notes else { return }
    await page.current.deleting.run { try await store.delete(id) }
  }
}

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
  let note: Draft
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
