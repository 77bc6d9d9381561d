import JSON
import StateProtocol
import Testing

/// The state of a view as a client has received it, and the values that the test has read.
@MainActor
final class ReceivedState {
  /// The place in the test that caused the latest changes.
  var lastStep: SourceLocation

  private let view: String
  private var hasEnded = false
  /// The values that the client has received last.
  private(set) var current: [String: JSONValue] = [:]
  /// The values that the test has last read or set, or those of the snapshot.
  private var read: [String: JSONValue] = [:]
  private let waiters = Waiters()

  /// Creates the state of a view that is being opened.
  init(of view: String, openedAt place: SourceLocation) {
    self.view = view
    lastStep = place
  }

  /// Adds the values of the view's snapshot, which count as read.
  func begin(with snapshot: JSONValue) {
    for (name, value) in snapshot.members {
      read[name] = value
      // A change that has arrived in the meantime is newer than the snapshot.
      current[name] = current[name] ?? value
    }
  }

  /// Adds a change of the view.
  func receive(_ change: ViewChange) {
    guard !hasEnded else { return }
    guard case .values(let change) = change, change.appended == nil else {
      preconditionFailure("a typed view has the delivery `properties`, of a client without the capability `append`")
    }
    for (name, value) in change.changes.json.members { current[name] = value }
    waiters.check()
  }

  /// The value of a property, which is then marked as read; nil if the property cannot be read.
  func read(_ property: String) -> JSONValue? {
    read[property] = current[property]
    return current[property]
  }

  /// Marks values as read that the test sets. A write-only property has no value that the client receives.
  func markRead(_ properties: JSONObject) {
    for (name, value) in properties.json.members where current[name] != nil { read[name] = value }
  }

  /// Marks all values as read.
  func markAllRead() { read = current }

  /// Waits until a property is unread.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  func change(of property: String) async throws {
    // Another task that waits may have read the property.
    while !isUnread(property) {
      try Task.checkCancellation()
      await waiters.wait { self.isUnread(property) }
    }
  }

  /// Records an issue with the unread properties, and marks them as read.
  func reportUnread() {
    let lines = current.keys.sorted().filter(isUnread).map { name in
      "  \(name): \(read[name]?.description ?? "") → \(current[name]?.description ?? "")"
    }
    guard !lines.isEmpty else { return }
    markAllRead()
    Issue.record(
      """
      The view \(view) has changes that the test has not read:
      \(lines.joined(separator: "\n"))
      Read these properties in `state`, or call ignoreChanges().
      """, sourceLocation: lastStep)
  }

  /// Records an issue with the unread properties. Later changes are not added.
  func end() {
    reportUnread()
    hasEnded = true
  }

  private func isUnread(_ property: String) -> Bool { current[property] != read[property] }
}
