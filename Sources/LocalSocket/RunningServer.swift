import SystemSupport

/// A server that has a name and runs now.
package struct RunningServer: Hashable, Sendable {
  package let name: String
  package let address: ServerAddress
  package let process: Int32

  /// When it began to listen, in seconds since 1970.
  package let since: Int

  /// The user's running servers, sorted by name; none if there is no folder of them. Nothing is made.
  ///
  /// Not to be called by a server: it would lose its lock.
  package static func all(in folder: ServerFolder = .ofUser) throws(LocalSocketError) -> [RunningServer] {
    guard try folder.exists(), let directory = opendir(folder.path) else { return [] }
    defer { closedir(directory) }
    var servers: [RunningServer] = []
    while let entry = readdir(directory) {
      // A file that is not ours to judge is no server.
      guard let name = lockedName(entry), let address = try? ServerAddress(name, in: folder),
        let holder = try? ServerLock.holder(of: address)
      else { continue }
      servers.append(RunningServer(name: name, address: address, process: holder.process, since: holder.since))
    }
    return servers.sorted { $0.name < $1.name }
  }

  /// The name of the server whose lock file this is; none if it is another file.
  private static func lockedName(_ entry: UnsafeMutablePointer<dirent>) -> String? {
    let file = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return file.hasSuffix(".lock") ? String(file.dropLast(".lock".count)) : nil
  }
}
