/// The version of the protocol that a server tells.
enum ProtocolVersion {
  /// The version of the wire contract.
  static let current = 1
}
