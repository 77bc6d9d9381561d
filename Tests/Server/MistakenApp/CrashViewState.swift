import Foundation
import SVVS

/// A view whose actions end the process in every way that an app's code can, or block the main thread.
@MainActor @ViewState("crash")
final class CrashViewState {
  private(set) var count = 0
  /// Calls its own observer for ever, for every value but 0.
  var volume = 0 { didSet { if volume != 0 { volume -= volume > 0 ? 0 : -1 } } }
  var depth: Int { isDeep ? depthAgain + 1 : 0 }
  private var isDeep = false
  private var depthAgain: Int { depth + 1 }

  @Action func add() { count += 1 }
  /// Adds a line to the file RECORD, which outlives the process, and changes the state.
  @Action func record(line: String) {
    let file = open(ProcessInfo.processInfo.environment["RECORD"] ?? "", O_WRONLY | O_APPEND)
    _ = "\(line)\n".withCString { write(file, $0, strlen($0)) }
    close(file)
    count += 1
  }
  @Action func say(text: String) { print(text) }
  @Action func sayVariable(name: String) { print(ProcessInfo.processInfo.environment[name] ?? "not set") }

  @Action func fatal(password: String) { fatalError("the action was called") }
  @Action func index(code: Int, value: String) { count = [1, 2, 3][code] }
  @Action func overflow(value: Int) { count = value * Int.max }
  @Action func recur() { count = CrashViewState.sum(count + 1) }
  @Action func deepen() { isDeep = true }
  @Action func leave(status: Int) { exit(Int32(status)) }
  @Action func stop() { abort() }
  @Action func crashLater() async {
    await Task.yield()
    fatalError("the call was in progress")
  }

  /// Ends the process on another thread, while the main thread goes on.
  @Action func crashElsewhere() { Thread.detachNewThread { fatalError("the thread crashed") } }
  @Action func leaveElsewhere() { Thread.detachNewThread { exit(3) } }
  /// Ends the process on another thread when the test opens the FIFO. The call has ended by then.
  @Action func leaveElsewhereLater(fifo: String) {
    Thread.detachNewThread {
      _ = open(fifo, O_RDONLY)
      exit(3)
    }
  }

  /// Blocks the main thread.
  @Action func doze(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

  private static func sum(_ number: Int) -> Int { number == 0 ? 0 : sum(number + 1) + number }
}

@MainActor @ViewState("stillborn")
final class StillbornViewState {
  private(set) var count = [1, 2, 3]

  init() { count = [count[count.count]] }
}
