import SVVS

/// A text that the user enters and an action sends, with its retry key.
@MainActor @Store
final class Draft {
  var text = "" {
    didSet { if text != oldValue { key = RetryKey() } }
  }
  /// The retry key of the text, so that a retry does not send the text twice. The key changes when the text changes.
  private var key = RetryKey()

  /// Empties the draft, and returns the work that sends its text. If the work fails or is cancelled, the text returns
  /// to the draft, after the text that the user has entered since.
  func take<Value>(
    _ send: @escaping @MainActor (String, RetryKey) async throws -> Value
  ) -> @MainActor () async throws -> Value {
    let (sent, sentKey) = (text, key)
    text = ""
    return {
      do {
        return try await send(sent, sentKey)
      } catch {
        if self.text.isEmpty {
          self.text = sent
          self.key = sentKey
        } else {
          self.text += " \(sent)"
        }
        throw error
      }
    }
  }
}

extension String {
  /// Whether the text contains only white space, which is not worth sending.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
