import SystemSupport

/// A running server with a name.
package struct RunningServer: Hashable, Sendable {
  package let name: String
  package let address: ServerAddress
  package let process: Int32

  /// The time at which the server began to listen, in seconds since 1970.
  package let since: Int

  /// The running servers of the user, sorted by name. This method creates no directory and no file.
  ///
  /// A server must not call this method, because the server would lose its lock.
  package static func all() throws(LocalSocketError) -> [RunningServer] { try all(in: .ofUser) }

  static func all(in directory: ServerDirectory) throws(LocalSocketError) -> [RunningServer] {
    guard try directory.exists(), let stream = opendir(directory.path) else { return [] }
    defer { closedir(stream) }
    var servers: [RunningServer] = []
    while let entry = readdir(stream) {
      // Ignores files that cannot be opened or locked: they are not locks of this user's servers.
      guard let name = lockedName(entry), let address = try? ServerAddress(name, in: directory),
        let holder = try? ServerLock.holder(of: address)
      else { continue }
      servers.append(RunningServer(name: name, address: address, process: holder.process, since: holder.since))
    }
    return servers.sorted { $0.name < $1.name }
  }

  /// The name of the server whose lock file this is; nil for any other file.
  private static func lockedName(_ entry: UnsafeMutablePointer<dirent>) -> String? {
    let file = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return file.hasSuffix(".lock") ? String(file.dropLast(".lock".count)) : nil
  }
}
