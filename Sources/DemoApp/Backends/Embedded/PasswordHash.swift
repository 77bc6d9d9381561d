import CCrypt

/// A hash made by the system's `crypt`, such as yescrypt's.
struct PasswordHash: Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Whether the hash is of this password. Slow on purpose, so it runs away from the main thread.
  @concurrent
  func matches(_ password: String) async -> Bool {
    // `crypt_r` would stop reading at a NUL and take the part before it for the password.
    guard !password.utf8.contains(0) else { return false }
    // `crypt_data` is some 32 KB, too much for the stack of a worker thread.
    let scratch = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    defer { scratch.deallocate() }
    scratch.initialize(to: crypt_data())
    guard let result = crypt_r(password, text, scratch) else { return false }
    return String(cString: result) == text
  }
}
