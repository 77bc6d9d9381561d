import Foundation
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

/// A key that identifies something that a user adds, so that a retry does not add the same thing twice.
///
/// The outcome of a write is unknown if the connection to the database is lost during the commit. If the user then
/// tries again, the same key is sent. The database adds nothing if the first attempt was committed.
public struct RetryKey: Hashable, Sendable {
  /// The unique text of the key.
  public let text = UUID().uuidString

  /// Creates a unique key.
  public init() {}
}
