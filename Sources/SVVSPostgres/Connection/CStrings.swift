import SystemSupport

/// Calls `body` with an array of C strings. A text that is nil becomes a null pointer.
func withCStrings<Result>(
  _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = texts.map { $0.flatMap { strdup($0) } }
  defer { for copy in copies { free(copy) } }
  return copies.map { UnsafePointer<CChar>($0) }.withUnsafeBufferPointer { pointers in
    // An empty array has no address.
    guard let first = pointers.baseAddress else {
      var none: UnsafePointer<CChar>?
      return body(&none)
    }
    return body(first)
  }
}
