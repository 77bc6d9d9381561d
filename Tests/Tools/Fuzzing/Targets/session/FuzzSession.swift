import LibFuzzer
import Logging

/// Fuzzes whole sessions: the messages of clients, in any framing, with the control characters of
/// ``Conversation/Command`` between them.
@main
struct FuzzSession {
  static func main() {
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    Fuzzer.run { bytes in
      let input = Array(bytes)
      // Each of them would leave a thread that waits for the end of another process.
      guard !String(decoding: input, as: UTF8.self).contains("rocessId") else { return false }
      // The fuzzer calls on the thread that it was started on.
      MainActor.assumeIsolated {
        let conversation = Conversation()
        conversation.run(input)
      }
      return true
    }
  }
}
