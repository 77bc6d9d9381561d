/// The identity of a file, independent of its names.
package struct FileIdentity: Hashable, Sendable {
  private let device: DeviceID
  private let number: Inode

  package init(_ status: Stat) {
    (device, number) = (status.deviceID, status.inode)
  }

  /// Creates the identity of the file at `path`. Returns nil if the file cannot be examined.
  package init?(path: String, followsLink: Bool = true) {
    guard let status = try? Stat(path, followTargetSymlink: followsLink) else { return nil }
    self.init(status)
  }
}
