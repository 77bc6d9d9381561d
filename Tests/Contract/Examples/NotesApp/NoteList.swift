import SVVS
import SVVSPersistence

/// A note and its id in the database.
@JSONCodable
struct ListedNote: Identifiable, Equatable {
  let id: Int
  let text: String
}

/// A long list of notes.
@MainActor
final class NoteList {
  let notes: LiveQuery<ObservableArray<ListedNote>>

  init(database: AppDatabase) {
    notes = LiveQuery(rowsOf: "note", matching: "SELECT id, text FROM note", in: database) { row in
      ListedNote(id: try row.value("id"), text: try row.value("text"))
    }
  }
}
