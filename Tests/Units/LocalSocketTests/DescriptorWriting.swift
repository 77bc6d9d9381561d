import SystemSupport

/// Writes all the bytes. Returns whether that succeeded.
@discardableResult
func writeBytes(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Bool {
  Array(bytes).withUnsafeBytes { BlockingStream.writeAll($0, to: descriptor) } == nil
}
