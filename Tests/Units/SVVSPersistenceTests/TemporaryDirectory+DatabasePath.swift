import TestSupport

extension TemporaryDirectory {
  /// The path of a database in the directory. It is not created.
  var databasePath: String { path(of: "app.sqlite") }
}
