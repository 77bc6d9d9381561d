/// Values that a view shows before a store has them (for example, a bookmark that has just been set).
///
/// A value is shown from ``set(_:for:send:)`` until its `send` has ended, successfully or not. From then on, the view
/// shows the value of the store again. The values never change a store, and are released with their view state.
///
/// ```swift
/// var isBookmarked: Bool { bookmarks.values[id] ?? shelf.bookmarkedIDs.contains(id) }
/// var errorMessage: String? { bookmarks.sending.error.map { "\($0)" } }
///
/// private let bookmarks = OptimisticValues<String, Bool>()
///
/// @Action func setBookmark(value: Bool) -> Effect {
///   bookmarks.set(value, for: id) { try await self.shelf.setBookmark(value, for: self.id) }
/// }
/// ```
///
/// The values of one key are sent in the order in which they were set, one after the other. The last one is shown.
@MainActor @Store
public final class OptimisticValues<Key: Hashable & Sendable, Value: Sendable> {
  /// The value to show for each key whose values have not all been sent.
  public var values: [Key: Value] { unsent.compactMapValues(\.last) }
  /// The progress of sending, and the error of the last value that was refused.
  public let sending = Activity()

  /// The unsent values by key, in the order in which they were set.
  private var unsent: [Key: [Value]] = [:]
  /// The sending of the last unsent value of each key.
  @ObservationIgnored private var last: [Key: Effect] = [:]

  /// Creates a collection without values.
  public init() {}

  /// Shows a value immediately, and sends it after the earlier values of its key.
  ///
  /// - Parameters:
  ///   - value: The value to show.
  ///   - key: The key of the value, for example the id of an element.
  ///   - send: Changes the store. If the effect is cancelled before its turn, `send` is not called.
  /// - Returns: The sending of the value.
  public func set(_ value: Value, for key: Key, send: @escaping @MainActor () async throws -> Void) -> Effect {
    let previous = last[key]
    let effect = sending.start {
      self.unsent[key, default: []].append(value)
      defer { self.removeFirst(of: key) }
      // Waits even if the effect is cancelled, so that the values are removed in order.
      if let previous { await withCheckedContinuation { ended in previous.onCompletion { ended.resume() } } }
      try Task.checkCancellation()
      try await send()
    }
    if case .task = effect, unsent[key] != nil { last[key] = effect }
    return effect
  }

  private func removeFirst(of key: Key) {
    unsent[key]?.removeFirst()
    guard unsent[key]?.isEmpty ?? true else { return }
    unsent[key] = nil
    last[key] = nil
  }
}
