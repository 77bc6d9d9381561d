import JSON
import SVVS
import StateProtocol

/// What is notified of what may have changed in the views that it shows.
@MainActor
protocol SubscriptionObserver: AnyObject {
  /// A property may have changed since the subscription was last refreshed.
  func becameDirty(_ subscription: Subscription)
}

/// What one connection was sent of one view, and which of its properties may have changed since.
///
/// All properties are read under one observation at first, and are dirty with the first change of anything
/// they have read; from then on each is followed by itself, and read again only when that has changed.
/// Whatever is observable is followed, however deep it is nested.
@MainActor
final class Subscription {
  let view: View
  /// The commit of the last snapshot or change that was sent.
  private(set) var lastCommit = 0

  private let delivery: Delivery
  private let scratch: Scratch
  /// Whether each property is followed by itself from the beginning, so that the first change of each is
  /// noticed, at the price of memory.
  private let followsApart: Bool
  /// Is notified when a property may have changed, until it is read again; of those that have never changed
  /// before, once for all.
  private unowned let observer: any SubscriptionObserver

  /// Read with every property that has not changed often, since Observation offers no way to end a tracking but
  /// a change of something it has read. Without the change at the end, stores would keep what closed views have
  /// read in memory until the next change.
  private let life = ObservationPoint()
  /// What is known of each readable property; nothing before they are read for the first time.
  private var properties: [Property] = []
  private var dirty: [Int] = []
  /// The properties that were read again and differ from what was last sent.
  private var unsent: [Int] = []
  private var hasEnded = false
  /// Whether it waits for the next commit.
  private var isQueued = false

  private struct Property {
    let record: any PropertyRecord
    /// How often it was read again.
    var changeCount = 0
  }

  /// Subscribes to a view.
  ///
  /// - Parameter observer: Is notified when a property may have changed; it must live longer.
  init(
    to view: View, delivery: Delivery, scratch: Scratch, followsApart: Bool,
    observer: any SubscriptionObserver
  ) {
    self.view = view
    self.delivery = delivery
    self.scratch = scratch
    self.followsApart = followsApart
    self.observer = observer
  }

  // MARK: - Sending

  /// Writes the result that has the whole state, which counts as sent with a commit.
  func writeSnapshot(commit: Int, to writer: inout JSONWriter) {
    ViewSnapshot.write(view: view.id, commit: commit, to: &writer) { writeState(commit: commit, to: &$0) }
  }

  /// Writes the whole state, which counts as sent with a commit, into the object that is open.
  func writeState(commit: Int, to writer: inout JSONWriter) {
    lastCommit = commit
    readAll()
    _ = refresh()
    // Also what became dirty meanwhile: what is written is sent.
    markSent(properties.indices)
    unsent.removeAll(keepingCapacity: true)
    for index in properties.indices {
      writer.key(view.readableNames[index])
      properties[index].record.write(to: &writer)
    }
  }

  /// Writes what differs from what was last sent, after a refresh has found something, as sent with a commit.
  func writeChanges(commit: Int, to writer: inout JSONWriter) {
    let changes = unsent.map { PropertyChange(name: view.readableNames[$0], record: properties[$0].record) }
    ViewChange.write(view: view.id, from: lastCommit, delivery: delivery, to: &writer) {
      delivery.write(changes, to: &$0)
    }
    lastCommit = commit
    markSent(unsent)
    unsent.removeAll(keepingCapacity: true)
  }

  /// How many bytes the whole state takes now; nothing is followed by that.
  var snapshotSize: Int {
    var size = 0
    for record in view.makeRecords() {
      record.read(in: scratch)
      scratch.write {
        record.write(to: &$0)
      } then: {
        size += $0.count
      }
    }
    return size
  }

  // MARK: - Following

  /// Reads what may have changed again.
  ///
  /// - Returns: Whether a property differs from what was last sent.
  func refresh() -> Bool {
    guard !dirty.isEmpty || !unsent.isEmpty else { return false }
    let indices = dirty
    dirty.removeAll(keepingCapacity: true)
    for index in indices {
      properties[index].changeCount += 1
      read(index..<(index + 1))
      if !unsent.contains(index) { unsent.append(index) }
    }
    // What has changed and changed back was sent already.
    unsent = unsent.filter { index in
      let record = properties[index].record
      guard !record.isUnsent else { return true }
      record.markSent()
      return false
    }
    unsent.sort()
    return !unsent.isEmpty
  }

  /// Reads the properties again that have not changed, as far as Observation knows: it passes over a value that
  /// Swift takes for equal to the one before, such as a text in another spelling.
  ///
  /// - Returns: Whether one has changed all the same.
  func readUnnoticed() -> Bool {
    guard !hasEnded else { return false }
    var found = false
    // What they read is followed already.
    for (index, property) in properties.enumerated() where !dirty.contains(index) {
      property.record.read(in: scratch)
      guard property.record.isUnsent, !unsent.contains(index) else { continue }
      unsent.append(index)
      found = true
    }
    if found { observer.becameDirty(self) }
    return found
  }

  /// Whether a property was sent with another text than one of these values, by name, and none of what it reads has
  /// changed since.
  func misses(_ values: [(name: String, value: JSONValue)]) -> Bool {
    values.contains { name, value in
      guard let index = view.readableNames.firstIndex(of: name), properties.indices.contains(index) else {
        return false
      }
      return !dirty.contains(index) && !properties[index].record.isWritten(as: value)
    }
  }

  /// Notes that it waits for the next commit.
  ///
  /// - Returns: Whether it did not wait already.
  func queue() -> Bool {
    defer { isQueued = true }
    return !isQueued
  }

  /// Notes that it waits no more.
  func unqueue() { isQueued = false }

  /// Stops following. A snapshot that was promised before may be written later.
  func end() {
    guard !hasEnded else { return }
    readAll()
    _ = refresh()
    hasEnded = true
    for property in properties { property.record.end() }
    life.change()
    view.ended(self)
  }

  /// Reads every property for the first time.
  ///
  /// Most properties of most views never change, and one observation of each would double the memory of a
  /// view. What one that is read late changes for one that was read early goes unnoticed under the same
  /// observation, so that they are read twice.
  private func readAll() {
    guard !hasEnded, properties.isEmpty else { return }
    properties = view.makeRecords().map { Property(record: $0) }
    if followsApart {
      for index in properties.indices { read(index..<(index + 1)) }
    } else {
      read(properties.indices)
      for property in properties { property.record.read(in: scratch) }
    }
    markSent(properties.indices)
  }

  /// Reads properties and follows what they read: a change of it concerns them all.
  private func read(_ indices: Range<Int>) {
    guard !hasEnded else { return }
    withObservationTracking {
      // What has changed often will change again, which ends its tracking as well. To read the life with
      // it, too, would take a tenth of the time of a call.
      if indices.contains(where: { properties[$0].changeCount < 10 }) { life.access() }
      for index in indices { properties[index].record.read(in: scratch) }
    } onChange: { [weak self] in
      MainActor.runNowIfPossible { self?.markDirty(indices) }
    }
  }

  /// Takes what properties show for sent.
  private func markSent(_ indices: some Sequence<Int>) {
    for index in indices { properties[index].record.markSent() }
  }

  private func markDirty(_ indices: Range<Int>) {
    guard !hasEnded else { return }
    for index in indices where !dirty.contains(index) { dirty.append(index) }
    observer.becameDirty(self)
  }
}
