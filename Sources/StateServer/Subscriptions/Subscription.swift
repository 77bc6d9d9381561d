import JSON
import Logging
import StateProtocol
import SVVS

/// The state of one view as it was last sent on one connection, and the properties that may have changed since.
///
/// Each property is tracked separately. A change of one of its dependencies makes the property dirty, and it is re-read
/// for the next commit.
@MainActor
final class Subscription: Observer, Listed {
  let view: View
  /// The commit of the last snapshot or change that was sent.
  private(set) var lastCommit = 0

  /// Whether a snapshot was sent.
  private(set) var isShown = false

  private let delivery: Delivery
  private var hasEnded = false
  /// Whether the subscription waits for the next commit. Only the turn changes it.
  var staleMark = Mark()

  /// The outbox that sends the changes. Its turn receives a notification when a property may have changed, and receives
  /// the next one for the same property only after the property was re-read.
  unowned let outbox: Outbox

  /// The readable properties; empty before they are read for the first time. A buffer, because an array in a class is
  /// checked for exclusive access each time, which would take about 1,400 instructions of an action.
  private var properties = UnsafeMutableBufferPointer<ShownProperty>(start: nil, count: 0)
  var listPosition = ListPosition()
  /// The errors of the properties whose current values have no JSON form, by their indices.
  private var errors: [Int: JSONEncodingError] = [:]
  /// The trackings of the properties that read `@Observable` objects. Most properties read none.
  private var objects: [ObservableTracking] = []

  /// Subscribes to a view.
  ///
  /// - Parameter outbox: The outbox that sends the changes. It must outlive the subscription.
  init(to view: View, delivery: Delivery, outbox: Outbox) {
    self.view = view
    self.delivery = delivery
    self.outbox = outbox
  }

  isolated deinit {
    removeDependencies()
    properties.deinitialize()
    properties.deallocate()
  }

  // MARK: - Sending

  /// Writes the whole state, and marks it as sent with a commit.
  fileprivate func writeState(commit: Int, to writer: inout JSONWriter) {
    lastCommit = commit
    isShown = true
    readAll()
    _ = refresh()
    // Also the properties that became dirty meanwhile, because their current values are written.
    markSent()
    writer.object { writer in
      for (index, name) in view.interface.readableNames.enumerated() {
        writer.key(name)
        properties[index].content.write(to: &writer)
      }
    }
  }

  /// Writes the changes that a refresh has found, and marks them as sent with a commit.
  func writeChanges(commit: Int, to writer: inout JSONWriter) {
    let unsent = UnsentContent(subscription: self)
    switch delivery {
    case .properties:
      let grown = UnsentContent(subscription: self, grown: true)
      let appended = outbox.appends && properties.contains { $0.hasGrown } ? grown : nil
      if let appended, !properties.contains(where: { $0.isUnsent && !$0.hasGrown }) {
        writer.write(GrownTexts(view: view.id, from: lastCommit, appended: appended))
      } else {
        writer.write(ChangedValues(view: view.id, from: lastCommit, changes: unsent, appended: appended))
      }
    case .patch: writer.write(PatchedState(view: view.id, from: lastCommit, patch: unsent))
    }
    lastCommit = commit
    markSent()
  }

  /// Writes the values by the names of the properties, or what was added to those that have grown, or the steps of a
  /// patch from the values that were last sent.
  fileprivate func writeUnsent(grown: Bool, to writer: inout JSONWriter) {
    switch delivery {
    case .properties:
      writer.object { writer in
        for index in properties.indices {
          let property = properties[index]
          guard let sent = property.sent, (outbox.appends && property.hasGrown) == grown else { continue }
          let content = property.content
          writer.key(view.interface.readableNames[index])
          if grown { content.writeAddition(to: sent, to: &writer) } else { content.write(to: &writer) }
        }
      }
    case .patch:
      writer.array { writer in
        for index in properties.indices {
          guard let sent = properties[index].sent else { continue }
          let path = JSONPointer(view.interface.readableNames[index])
          properties[index].content.writeSteps(from: sent, at: path, appends: outbox.appends, to: &writer)
        }
      }
    }
  }

  /// The size of the whole state, in bytes. This is the state that was last read or, if it was never read, the current
  /// state. Does not track dependencies.
  var snapshotSize: Int {
    var size = 0
    for index in view.interface.readableNames.indices {
      if !properties.isEmpty, case .text(let text) = properties[index].content {
        size += text.encodedCount
        continue
      }
      if let record = view.interface.makeArrayRecord(index, of: view.state) {
        record.read()
        outbox.turn.encodingCache.write {
          record.write(to: &$0)
        } then: {
          size += $0.count
        }
      } else {
        view.interface.readValue(index, of: view.state) {
          size += (try? outbox.turn.encodingCache.text(of: $0, $1).encodedCount) ?? 0
        }
      }
    }
    return size
  }

  /// Re-reads all properties, also those that have not notified of a change. If one has changed, the change is sent
  /// with the next commit.
  func readAgain() {
    for index in properties.indices where !properties[index].isDirty { follow(index) }
    if hasUnsentChanges { outbox.turn.changed(self) }
  }

  /// The names of the properties whose values have changed since they were read, without a notification.
  ///
  /// Long values are not compared, because a debug build would spend most of its time on them.
  var staleProperties: [String] {
    guard !hasEnded else { return [] }
    return properties.indices.filter { index in
      guard !properties[index].isDirty, case .text(let text) = properties[index].content,
        !text.isEmpty, text.count <= LongText.minimumSize
      else { return false }
      var isStale = false
      view.interface.readValue(index, of: view.state) { value, write in
        guard let current = try? outbox.turn.encodingCache.text(of: value, write) else { return }
        isStale = !current.isSame(as: text)
      }
      return isStale && !properties[index].isDirty
    }.map { view.interface.readableNames[$0] }
  }

  /// Whether a property, as it was last read, differs from what was last sent.
  var hasUnsentChanges: Bool { properties.contains { $0.isUnsent } }

  private func markSent() {
    for index in properties.indices { markSent(index) }
  }

  private func markSent(_ index: Int) {
    properties[index].sent = nil
    properties[index].content.markSent()
  }

  // MARK: - Tracking

  /// Re-reads the properties that may have changed.
  ///
  /// - Returns: Whether a property differs from what was last sent.
  func refresh() -> Bool {
    for index in properties.indices where properties[index].isDirty {
      properties[index].isDirty = false
      follow(index)
    }
    // Properties whose values have changed back are not sent.
    for index in properties.indices {
      guard let sent = properties[index].sent, !properties[index].content.differs(from: sent) else { continue }
      markSent(index)
    }
    return hasUnsentChanges
  }

  /// Removes the view, which begins to end, from the views that the client can use.
  func viewBeganEnding() { outbox.views.beganEnding(self) }

  /// Ends the tracking. A snapshot in the queue can still be written later, unless the view is closed.
  func end() {
    guard !hasEnded else { return }
    if view.closed == nil {
      readAll()
      _ = refresh()
    } else {
      for index in properties.indices { properties[index].sent = nil }
    }
    hasEnded = true
    for index in properties.indices { properties[index].content.end() }
    removeDependencies()
    view.ended(self)
  }

  func changed(_ index: Int) {
    guard !hasEnded, !properties[index].isDirty else { return }
    properties[index].isDirty = true
    outbox.turn.changed(self)
  }

  // MARK: - Reading

  /// Reads every property. Does nothing if the properties were already read.
  private func readAll() {
    guard !hasEnded, properties.baseAddress == nil else { return }
    properties = .allocate(capacity: view.interface.readableNames.count)
    for index in properties.indices {
      let record = view.interface.makeArrayRecord(index, of: view.state)
      let content = record.map { PropertyContent.array($0) } ?? .text(EncodedText())
      properties.initializeElement(at: index, to: ShownProperty(content: content))
    }
    for index in properties.indices { follow(index) }
    markSent()
  }

  /// Reads a property, and tracks its dependencies.
  private func follow(_ index: Int) {
    guard !hasEnded else { return }
    if view.interface.readsObjects[index] { return followObjects(index) }
    var found = false
    ObservableTracking.detect(&found) { observe(index) }
    guard found else { return }
    view.interface.readsObjects[index] = true
    followObjects(index)
  }

  /// Reads a property that reads `@Observable` objects, and tracks its dependencies.
  private func followObjects(_ index: Int) {
    if let tracking = objects.first(where: { $0.number == index }) { return tracking.track { observe(index) } }
    let tracking = ObservableTracking(for: self, number: index)
    objects.append(tracking)
    tracking.track { observe(index) }
  }

  private func observe(_ index: Int) {
    var dependencies = properties[index].dependencies.take()
      .renewed(by: self, number: index) {
        let outer = view.interface.work(ofGetter: index).begin()
        defer { outer.resume() }
        read(index)
      }
    // The getter may have closed the view, or caused another read of the property.
    if hasEnded { return dependencies.removeAll() }
    properties[index].dependencies.removeAll()
    properties[index].dependencies = dependencies
  }

  /// Reads a property. If its value has changed, keeps the text that was last sent.
  private func read(_ index: Int) {
    if case .array(let record) = properties[index].content {
      record.read()
      if record.hasChanges { properties[index].sent = EncodedText() }
    } else {
      view.interface.readValue(index, of: view.state) { take($0, $1, of: index) }
    }
  }

  /// Encodes the value of a property and stores its text. If the value has no JSON form, it is not sent, and clients
  /// keep the last value.
  private func take(_ value: Any, _ write: (inout JSONWriter) -> Void, of index: Int) {
    guard case .text(let last) = properties[index].content else { return }
    do throws(JSONEncodingError) {
      take(try outbox.turn.encodingCache.text(of: value, after: last, write), of: index)
      if !errors.isEmpty { errors[index] = nil }
    } catch {
      guard errors[index] != error else { return }
      errors[index] = error
      Connection.logger.error("\(failure(of: index, error).message)")
      if case .text(let last) = properties[index].content, last.isEmpty {
        properties[index].content = .text(EncodedText(Array("null".utf8)))
      }
    }
  }

  private func failure(of index: Int, _ error: JSONEncodingError) -> Failure {
    let path = JSONPointer(view.interface.readableNames[index]).appending(contentsOf: error.path)
    return Failure(
      .internalError, "The state of the view type \(view.interface.type) cannot be sent: \(path) \(error.reason).")
  }

  /// The failure that replaces a snapshot while the value of a property has no JSON form; nil if all values have one.
  func failureOfState() -> Failure? {
    readAll()
    _ = refresh()
    return errors.min { $0.key < $1.key }.map { failure(of: $0.key, $0.value) }
  }

  private func take(_ text: EncodedText, of index: Int) {
    guard case .text(let last) = properties[index].content, !last.isSame(as: text) else { return }
    properties[index].content = .text(text)
    if !last.isEmpty, !properties[index].isUnsent { properties[index].sent = last }
  }

  private func removeDependencies() {
    for index in properties.indices { properties[index].dependencies.removeAll() }
    for tracking in objects { tracking.cancel() }
    objects = []
  }
}

/// The whole state of a view. Writing it reads the state, and marks it as sent with a commit.
@MainActor
struct ShownState: JSONEncodable {
  let subscription: Subscription
  let commit: Int

  func encode(to writer: inout JSONWriter) { subscription.writeState(commit: commit, to: &writer) }
}

/// The views of a session that a client did not show before, with their states at a commit.
@MainActor
struct ShownViews: JSONEncodable {
  let subscriptions: [Subscription]
  let commit: Int
  /// Whether each view names the commit; if not, the message does.
  let namesCommit: Bool

  func encode(to writer: inout JSONWriter) {
    writer.array { writer in
      for subscription in subscriptions {
        let view = subscription.view
        subscription.outbox.turn.sent(subscription, in: commit)
        let (id, type, params) = (view.id, view.interface.type, view.params)
        let state = ShownState(subscription: subscription, commit: commit)
        if namesCommit {
          writer.write(OpenedView(view: id, type: type, params: params, commit: commit, state: state))
        } else {
          writer.write(JoinedView(view: id, type: type, params: params, state: state))
        }
      }
    }
  }
}

/// The unsent values or steps of a subscription.
@MainActor
private struct UnsentContent: JSONEncodable {
  let subscription: Subscription
  /// Whether only what was added to texts is written, or else only the others.
  var grown = false

  func encode(to writer: inout JSONWriter) { subscription.writeUnsent(grown: grown, to: &writer) }
}

/// One readable property of one subscription. The order of the members makes it five words.
struct ShownProperty {
  fileprivate var dependencies = Dependencies()
  /// The value as it was last read.
  fileprivate var content: PropertyContent
  /// Whether the value may have changed since it was last read.
  fileprivate var isDirty = false
  /// The text that was last sent, if the property was re-read since and may differ from it. Empty for an array, because
  /// its record knows what was last sent. Nil if the property does not differ.
  fileprivate var sent: EncodedText?

  fileprivate var isUnsent: Bool { sent != nil }

  /// Whether the value is a text that has grown from the one that was last sent.
  @MainActor fileprivate var hasGrown: Bool { if let sent { content.hasGrown(from: sent) } else { false } }
}
