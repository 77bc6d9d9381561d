import Foundation

/// A path for a database, in a folder of its own that goes away with it.
final class TemporaryFile {
  let path: String
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "svvs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "app.sqlite").path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
