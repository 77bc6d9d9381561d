import TestSupport

extension TemporaryDirectory {
  /// The path of a database in it, which is not made yet.
  var database: String { path(of: "app.sqlite") }
}
