/// What has changed between two moments.
enum Changes: Equatable {
  /// Rows of a table, by the value in the column that keys it; nil for any of its rows.
  struct Rows: Hashable {
    let table: String
    let key: String?
  }

  case some(Set<Rows>)
  /// It cannot be told, or is too much to tell.
  case anything

  var isEmpty: Bool { self == .some([]) }
}
