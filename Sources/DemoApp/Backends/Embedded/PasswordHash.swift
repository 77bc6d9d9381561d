import CCrypt

/// A password hash that the system function `crypt` has computed (for example, a yescrypt hash).
struct PasswordHash: Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Whether this is the hash of `password`. Hashing is slow by design, so this method does not run on the main thread.
  @concurrent
  func matches(_ password: String) async -> Bool {
    // `crypt_r` would compare only the part of the password before a NUL.
    guard !password.utf8.contains(0) else { return false }
    // `crypt_data` has about 32 KB, which is too much for the stack of a worker thread.
    let scratch = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    defer { scratch.deallocate() }
    scratch.initialize(to: crypt_data())
    guard let result = crypt_r(password, text, scratch) else { return false }
    return String(cString: result) == text
  }
}
