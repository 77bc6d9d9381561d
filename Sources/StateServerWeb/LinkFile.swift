import LocalSocket
import SystemSupport

/// A file that only this user can read, and that redirects a browser to a link.
///
/// `web --open` passes the path of this file to the browser, because every user can read the arguments of a process.
package struct LinkFile: Sendable {
  package let path: String

  /// Chooses a path in the directory of the servers' sockets, and creates the directory.
  init(in directory: ServerDirectory) throws(LocalSocketError) {
    try directory.make()
    path = "\(directory.path)/link-\(RandomText.make(bits: 128)).html"
  }

  func write(_ link: String) throws(LocalSocketError) {
    let text = """
      <!doctype html>
      <meta charset="utf-8">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="refresh" content="0; url=\(link)">
      <title>Opening the page</title>
      <a href="\(link)">Open the page</a>

      """
    do {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
      try file.closeAfter { _ = try file.writeAll(text.utf8) }
    } catch {
      remove()
      throw LocalSocketError("The file \(path) cannot be written", error)
    }
  }

  package func remove() { unlink(path) }
}
