import SVVS

/// The messages that one view shows: the newest, and the earlier ones that were asked for.
@MainActor
final class MessageWindow {
  private let shown = ObservableArray<Message>()
  /// The newest messages that it has taken in.
  private var newest: [Message] = []

  /// The messages to show when these are the newest of the room. What has not changed is not touched, so that a new
  /// one is sent at the price of one. Where more than these have come at once, it begins anew with them, and the earlier
  /// ones are to be asked for again.
  func messages(upTo newest: [Message]) -> ObservableArray<Message> {
    if newest != self.newest {
      self.newest = newest
      replace(at: MessageWindow.start(of: newest, in: shown.elements), with: newest)
    }
    return shown
  }

  /// Shows the messages that come before one, unless others have come before that meanwhile, or it is not shown.
  func insert(_ messages: [Message], before id: Message.ID) {
    guard shown.elements.first?.id == id else { return }
    shown.replaceSubrange(0..<0, with: messages)
  }

  /// Shows what was read anew, which are all messages from one on. Those before it stay.
  func replace(from id: Message.ID, with messages: [Message]) {
    replace(at: MessageWindow.index(of: id, in: shown.elements), with: messages)
    // What has come since is newer than that.
    replace(at: MessageWindow.start(of: newest, in: shown.elements), with: newest)
  }

  private func replace(at start: Int, with messages: [Message]) {
    let old = shown.elements[start...]
    let same = zip(old, messages).prefix { $0 == $1 }.count
    let sameAtEnd = zip(old.dropFirst(same).reversed(), messages.dropFirst(same).reversed()).prefix { $0 == $1 }.count
    shown.replaceSubrange(
      (start + same)..<(old.endIndex - sameAtEnd), with: Array(messages[same..<(messages.count - sameAtEnd)]))
  }

  /// Where the newest messages begin among those that are shown: at the first, if messages between are missing.
  private static func start(of newest: [Message], in shown: [Message]) -> Int {
    guard let first = newest.first, let last = shown.last, first.id <= last.id else { return 0 }
    return index(of: first.id, in: shown)
  }

  /// Where a message is among those that are shown, or would be.
  private static func index(of id: Message.ID, in shown: [Message]) -> Int {
    var (low, high) = (0, shown.count)
    while low < high {
      let middle = (low + high) / 2
      if shown[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
