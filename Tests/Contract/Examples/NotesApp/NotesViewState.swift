import SVVS
import SVVSPersistence

/// The last notes of all.
@MainActor @ViewState("pad")
final class NotesViewState {
  var notes: [String] { Array(store.notes.value.suffix(store.limit.value)) }
  /// How many notes are shown at most.
  var limit: Int { store.limit.value }
  private(set) var errorMessage: String?

  private let store: NoteStore

  init(store: NoteStore) { self.store = store }

  /// Settles when the notes have been read.
  @Action func load() async { await attempt { try await self.store.notes.load() } }

  /// Settles when the note is in the database.
  @Action func add(_ text: String) async { await attempt { try await self.store.add(text) } }

  /// Shows at most `count` notes, also in the next process.
  @Action func show(_ count: Int) async { await attempt { try await self.store.limit.set(max(0, count)) } }

  private func attempt(_ work: () async throws -> Void) async {
    do {
      try await work()
      errorMessage = nil
    } catch {
      errorMessage = error is CancellationError ? nil : "\(error)"
    }
  }
}
