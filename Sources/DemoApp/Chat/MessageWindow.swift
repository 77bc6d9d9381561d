import SVVS

/// The messages that one view shows: the newest, and the earlier ones that were asked for.
@MainActor
final class MessageWindow {
  private let shown = ObservableArray<Message>()
  /// The newest messages that it has taken in.
  private var newest: [Message] = []

  /// The messages to show when these are the newest of the room. What has not changed is not touched, so that a new one
  /// is told at the price of one.
  func messages(upTo newest: [Message]) -> ObservableArray<Message> {
    if newest != self.newest {
      self.newest = newest
      replace(from: MessageWindow.start(of: newest, in: shown.elements), with: newest)
    }
    return shown
  }

  /// Shows messages before the first. Those that are shown already are not shown twice.
  func insert(earlier messages: [Message]) {
    guard let first = shown.elements.first else { return }
    shown.replaceSubrange(0..<0, with: messages.filter { $0.id < first.id })
  }

  /// Shows what was read anew, from the first message that is shown on.
  func replaceAll(with messages: [Message]) {
    replace(from: 0, with: messages)
    // What has come since is newer than that.
    replace(from: MessageWindow.start(of: newest, in: shown.elements), with: newest)
  }

  private func replace(from start: Int, with messages: [Message]) {
    let old = shown.elements[start...]
    let same = zip(old, messages).prefix { $0 == $1 }.count
    let sameAtEnd = zip(old.dropFirst(same).reversed(), messages.dropFirst(same).reversed()).prefix { $0 == $1 }.count
    shown.replaceSubrange(
      (start + same)..<(old.endIndex - sameAtEnd), with: Array(messages[same..<(messages.count - sameAtEnd)]))
  }

  /// Where the newest messages begin among those that are shown: at the first, if messages between are missing.
  static func start(of newest: [Message], in shown: [Message]) -> Int {
    guard let first = newest.first, let last = shown.last, first.id <= last.id else { return 0 }
    var (low, high) = (0, shown.count)
    while low < high {
      let middle = (low + high) / 2
      if shown[middle].id < first.id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
