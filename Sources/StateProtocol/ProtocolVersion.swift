/// The version of the protocol.
public enum ProtocolVersion {
  /// The version that these messages are of.
  public static let current = 1
}
