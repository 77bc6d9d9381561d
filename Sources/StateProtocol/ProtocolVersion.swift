/// The version of the protocol.
///
/// A client compares it, as in the example of ``InitializeResult``.
public enum ProtocolVersion {
  /// The version that these messages are of.
  public static let current = 1
}
