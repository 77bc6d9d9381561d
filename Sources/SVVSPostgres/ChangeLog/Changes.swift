/// The changes between two moments.
enum Changes: Equatable {
  /// The rows of a table that have a value in its key column; nil for any of its rows.
  struct Rows: Hashable {
    let table: String
    let key: String?
  }

  case some(Set<Rows>)
  /// The changes are not known, or are too many to list.
  case anything

  var isEmpty: Bool { self == .some([]) }
}
