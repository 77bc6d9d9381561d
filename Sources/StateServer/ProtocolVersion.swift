/// The versions that a server tells.
enum ProtocolVersion {
  /// The version of the wire contract.
  static let current = 1
  /// The version of this implementation.
  static let server = "0.1.0"
}
