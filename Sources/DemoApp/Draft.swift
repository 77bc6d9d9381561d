import SVVS

/// A text that the user enters and an action sends, with its retry key.
@MainActor @Store
final class Draft {
  private(set) var text = "" {
    didSet { if text != oldValue { key = RetryKey() } }
  }
  /// The texts that could not be sent, and that another text has replaced in the field. The user may have entered that
  /// text before the earlier one returned, and so may never have seen it. Each stays until a later text has been sent.
  var unsent: [String] { replaced.map(\.text) }
  /// The same, with the number of the sending that the replacing text is for.
  private var replaced: [(text: String, sending: Int)] = []
  /// Whether the text contains one that could not be sent.
  private var hasReturned = false
  private var sendings = 0
  /// The retry key of the text, so that a retry does not send the text twice. The key changes when the text changes.
  private var key = RetryKey()

  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// Replaces the text by one that the user has entered.
  func enter(_ entered: String) {
    if hasReturned, entered != text {
      if !entered.isEmpty, !entered.contains(text) { replaced = (replaced + [(text, sendings + 1)]).suffix(10) }
      hasReturned = false
    }
    text = entered  // It may be another spelling of the same text.
  }

  /// Empties the draft, and returns the work that sends its text. If the work fails or is cancelled, the text returns
  /// to the draft, after the text that the user has entered since.
  func take<Value>(
    _ send: @escaping @MainActor (String, RetryKey) async throws -> Value
  ) -> @MainActor () async throws -> Value {
    sendings += 1
    let (sent, sentKey, sending) = (text, key, sendings)
    text = ""
    hasReturned = false
    return {
      do {
        let value = try await send(sent, sentKey)
        self.replaced.removeAll { $0.sending < sending }
        return value
      } catch {
        if self.text.isEmpty {
          self.text = sent
          self.key = sentKey
        } else {
          self.text += " \(sent)"
        }
        self.hasReturned = true
        throw error
      }
    }
  }
}
