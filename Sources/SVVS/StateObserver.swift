import JSON

/// Follows the state of one open view property by property.
///
/// All properties are read under one observation at first, and are dirty with the first change of anything
/// they have read; from then on each is followed by itself, and read again only when that has changed.
/// Whatever is observable is followed, however deep it is nested.
@MainActor
package final class StateObserver<State: ViewState>: ViewObserver {
  package var becameDirty: (@MainActor () -> Void)?
  package var delivery = Delivery.properties
  package var followsApart = false

  private let interface = State.interface
  private var state: State?
  /// Read with every property that has not changed often, since Observation offers no way to end a tracking but a change of something
  /// it has read. Without the change at the end, stores would keep what closed views have read in memory
  /// until the next change.
  private let life = ObservationPoint()
  /// A record of each readable property; none before they are read for the first time.
  private var records: [any PropertyRecord] = []
  /// How often each was read again.
  private var changeCounts: [Int] = []
  private var dirty: [Int] = []
  /// The properties that were read again and differ from what was last told.
  private var untold: [Int] = []

  package init(_ state: State) {
    self.state = state
  }

  package var effectScope: EffectScope? { state.flatMap { interface.effectScope?($0) } }

  package var snapshotSize: Int {
    guard let state else { return 0 }
    var writer = JSONWriter()
    for record in interface.properties.compactMap({ $0.record?(state) }) {
      record.read(with: &Scratch.writer)
      record.write(to: &writer)
    }
    return writer.bytes.count
  }

  package func writeSnapshot(to writer: inout JSONWriter) {
    readAll()
    _ = refresh()
    // Also what became dirty meanwhile: what is written is told.
    for record in records { record.settle() }
    untold.removeAll(keepingCapacity: true)
    for (name, record) in zip(interface.readableNames, records) {
      writer.key(name)
      record.write(to: &writer)
    }
  }

  package func writeChanges(to writer: inout JSONWriter) -> Bool {
    guard refresh() else { return false }
    let changes = untold.map { PropertyChange(name: interface.readableNames[$0], record: records[$0]) }
    delivery.write(changes, to: &writer)
    settle()
    return true
  }

  package func refresh() -> Bool {
    let indices = dirty
    dirty.removeAll(keepingCapacity: true)
    for index in indices {
      changeCounts[index] += 1
      read(index..<(index + 1))
      noteUntold(index)
    }
    // What has changed and changed back was told already.
    untold.removeAll { index in
      guard !records[index].isUntold else { return false }
      records[index].settle()
      return true
    }
    untold.sort()
    return !untold.isEmpty
  }

  package func assignment(of properties: JSON) throws(JSONDecodingError) -> @MainActor () -> Bool {
    try properties.requireObject()
    var assignments: [@MainActor (State) -> Void] = []
    var given: [(index: Int, value: JSON)] = []
    // What a write-only property holds shows only in others.
    var mayGoUnnoticed = false
    for (name, value) in properties.members {
      guard let property = interface.propertiesByName[name] else {
        throw JSONDecodingError("is no property of this view", at: JSONPointer(name))
      }
      guard let decode = property.decode else {
        throw JSONDecodingError("is read-only", at: JSONPointer(name))
      }
      if let index = interface.readableNames.firstIndex(of: property.name) {
        given.append((index, value))
      } else {
        mayGoUnnoticed = mayGoUnnoticed || value.hasEqualsWrittenOtherwise
      }
      do {
        assignments.append(try decode(value))
      } catch {
        throw error.inside(name)
      }
    }
    return { [state, assignments, given, mayGoUnnoticed] in
      guard let state else { return false }
      for assign in assignments { assign(state) }
      return mayGoUnnoticed || given.contains { self.isUnnoticed($0.value, at: $0.index) }
    }
  }

  package func prepare(
    _ action: String, _ arguments: ActionArguments
  ) throws(JSONDecodingError) -> (action: PreparedAction, mayGoUnnoticed: Bool) {
    guard let state, let action = interface.actionsByName[action] else {
      throw JSONDecodingError("is for an action that the view does not have")
    }
    let areGiven = try arguments.rejectOthers(than: action.arguments)
    return (
      try action.prepare(state, arguments),
      areGiven && arguments.haveEqualsWrittenOtherwise(among: action.arguments)
    )
  }

  package func end() {
    // A snapshot that was promised before may be written later.
    readAll()
    _ = refresh()
    becameDirty = nil
    state = nil
    for record in records { record.end() }
    life.change()
  }

  /// Reads every property for the first time.
  ///
  /// Most properties of most views never change, and one observation of each would double the memory of a
  /// view. What one that is read late changes for one that was read early goes unnoticed under the same
  /// observation, so that they are read twice.
  private func readAll() {
    guard let state, records.isEmpty else { return }
    records = interface.properties.compactMap { $0.record?(state) }
    changeCounts = records.map { _ in 0 }
    if followsApart {
      for index in records.indices { read(index..<(index + 1)) }
    } else {
      read(records.indices)
      for record in records { record.read(with: &Scratch.writer) }
    }
    for record in records { record.settle() }
  }

  /// Reads properties and follows what they read: a change of it concerns them all.
  private func read(_ indices: Range<Int>) {
    guard state != nil else { return }
    withObservationTracking {
      // What has changed often will change again, which ends its tracking as well. To read the life with
      // it, too, would take a tenth of the time of a call.
      if indices.contains(where: { changeCounts[$0] < 10 }) { life.access() }
      for index in indices { records[index].read(with: &Scratch.writer) }
    } onChange: { [weak self] in
      MainActor.runNowIfPossible { self?.markDirty(indices) }
    }
  }

  private func noteUntold(_ index: Int) {
    if !untold.contains(index) { untold.append(index) }
  }

  /// Takes for told what differs.
  private func settle() {
    for index in untold { records[index].settle() }
    untold.removeAll(keepingCapacity: true)
  }

  package func readUnnoticed() -> Bool {
    guard state != nil else { return false }
    var found = false
    // What they read is followed already.
    for index in records.indices where !dirty.contains(index) {
      records[index].read(with: &Scratch.writer)
      guard records[index].isUntold, !untold.contains(index) else { continue }
      untold.append(index)
      found = true
    }
    if found { becameDirty?() }
    return found
  }

  /// Whether a property was told with another text, and none of what it reads has changed since.
  private func isUnnoticed(_ value: JSON, at index: Int) -> Bool {
    records.indices.contains(index) && !dirty.contains(index) && !records[index].isWritten(as: value)
  }

  private func markDirty(_ indices: Range<Int>) {
    guard state != nil else { return }
    for index in indices where !dirty.contains(index) { dirty.append(index) }
    becameDirty?()
  }
}

/// Memory to write in, which all views share: each read begins with nothing in it.
@MainActor
private enum Scratch {
  static var writer = JSONWriter()
}
