/// The identity of a file, whatever its names are.
package struct FileIdentity: Hashable, Sendable {
  private let device: DeviceID
  private let number: Inode

  package init(_ status: Stat) {
    (device, number) = (status.deviceID, status.inode)
  }

  /// - Returns: nil if the path does not lead to a file.
  package init?(path: String, followsLink: Bool = true) {
    guard let status = try? Stat(path, followTargetSymlink: followsLink) else { return nil }
    self.init(status)
  }
}
