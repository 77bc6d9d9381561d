import SVVS
import SVVSPersistence

/// The messages that one view shows: the newest page, and the earlier pages that were requested.
@MainActor @Store
final class MessageWindow {
  /// Whether the newest messages have been read from the database.
  var isLoaded: Bool { query.live.isLoaded }
  /// The reason why the messages may be out of date.
  var error: (any Error)? { query.live.error }

  private var query: MessageQuery
  /// The first message to show; nil until the newest messages have been read. It is stored, because views that show
  /// only the newest page share a query, and this query may have more messages.
  @ObservationIgnored private var first: Message.ID?
  private let shown = ObservableArray<Message>()

  /// The messages, oldest first. Only changed elements are replaced, so that only these elements are sent.
  var messages: ObservableArray<Message> {
    let read = query.live.value
    if first == nil, query.live.isLoaded {
      first = read.count < MessageTable.pageSize ? .min : read[read.count - MessageTable.pageSize].id
    }
    let first = first ?? .min
    shown.show(read.drop { $0.id < first })
    return shown
  }

  /// Waits until the newest messages have been read.
  func load() async throws { try await query.live.load() }

  /// Shows a page of earlier messages, if there are any.
  ///
  /// - Throws: ``RepositoryError/dataTooLarge`` if the page exceeds the limit.
  func loadEarlier() async throws {
    try await load()
    guard let first = messages.first?.id,
      let start = try await query.start(ofPageBefore: first)
    else { return }
    guard messages.count + MessageTable.pageSize <= MessageTable.maximumWindowCount else {
      throw RepositoryError.dataTooLarge
    }
    let earlier = try await query.extended(to: start)
    // If the first message is now a different one, another call has loaded earlier messages, or the former first
    // message was deleted.
    guard messages.first?.id == first else { return }
    guard let start = earlier.live.value.first?.id, start < first else { throw RepositoryError.dataTooLarge }
    (query, self.first) = (earlier, start)
  }
}

extension ObservableArray<Message> {
  /// Replaces the elements that differ from the elements of another array. Both arrays are sorted by the ids of the
  /// messages.
  func show(_ messages: ArraySlice<Message>) {
    let start = messages.first?.id ?? .max
    removeSubrange(0..<(firstIndex { $0.id >= start } ?? count))
    let same = zip(self, messages).prefix { $0 == $1 }.count
    let (old, new) = (dropFirst(same), messages.dropFirst(same))
    let sameAtEnd = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    replaceSubrange(old.startIndex..<(old.endIndex - sameAtEnd), with: new.dropLast(sameAtEnd))
  }
}
