/// The changes that were committed between two moments.
enum Changes: Equatable {
  /// The rows of a table whose key column has the value `key`. If `key` is nil, these may be any rows of the table.
  struct Rows: Hashable {
    let table: String
    let key: String?
  }

  case some(Set<Rows>)
  /// The changes are not known, or are too many to list.
  case anything

  var isEmpty: Bool { self == .some([]) }
}
