/// Follows the state of one open view: knows which properties may have changed, and what the front
/// end was last told of each.
@MainActor
package protocol ViewObserver: AnyObject {
  /// Called when a property may have changed, once for each until it is read again.
  var becameDirty: (@MainActor () -> Void)? { get set }

  /// The scope to connect while the view is open, if the state has one.
  var effectScope: EffectScope? { get }

  /// Writes the members of the whole state into the object that is open.
  func writeSnapshot(to writer: inout JSONWriter)

  /// How changes are told.
  var delivery: Delivery { get set }

  /// Writes what differs from what was last told into the object that is open, as the delivery says;
  /// false, and nothing is written, if nothing does.
  func writeChanges(to writer: inout JSONWriter) -> Bool

  /// Whether a property differs from what was last told.
  func refresh() -> Bool

  /// Decodes values for the named properties and returns the assignment, which cannot fail.
  func assignment(of properties: JSON) throws(JSONDecodingError) -> @MainActor () -> Void

  /// Decodes the arguments of a call of an action that the view has.
  func prepare(_ action: String, _ arguments: ActionArguments) throws(JSONDecodingError) -> PreparedAction

  /// Stops following and lets go of the state.
  func end()
}

/// Follows the state of one open view property by property.
///
/// Each property is read under observation; what it read is marked dirty by the first change and read
/// again only then. Whatever is observable is followed, however deep it is nested.
@MainActor
package final class StateObserver<State: ViewState>: ViewObserver {
  package var becameDirty: (@MainActor () -> Void)?
  package var delivery = Delivery.properties

  private let interface = State.interface
  private var state: State?
  private let life = ObservedLife()
  /// The JSON text of each readable property as last read.
  private var texts: [[UInt8]] = []
  /// How often each was read again.
  private var changeCounts: [Int] = []
  private var dirty: [Int] = []
  /// The properties that were read again and have changed, with the text that was last told.
  private var untold: [(index: Int, told: [UInt8])] = []
  private var scratch = JSONWriter()

  package init(_ state: State) {
    self.state = state
  }

  package var effectScope: EffectScope? { state.flatMap { interface.effectScope?($0) } }

  package func writeSnapshot(to writer: inout JSONWriter) {
    readAll()
    _ = refresh()
    untold = []
    for (property, text) in zip(interface.readableProperties, texts) {
      writer.key(property.name)
      writer.write(encoded: text)
    }
  }

  package func writeChanges(to writer: inout JSONWriter) -> Bool {
    guard refresh() else { return false }
    let changes = untold.map { change in
      PropertyChange(
        name: interface.readableProperties[change.index].name, told: change.told, current: texts[change.index])
    }
    untold.removeAll(keepingCapacity: true)
    delivery.write(changes, to: &writer)
    return true
  }

  package func refresh() -> Bool {
    let indices = dirty
    dirty.removeAll(keepingCapacity: true)
    for index in indices { update(index) }
    // What has changed and changed back was told already.
    untold.removeAll { $0.told == texts[$0.index] }
    untold.sort { $0.index < $1.index }
    return !untold.isEmpty
  }

  package func assignment(of properties: JSON) throws(JSONDecodingError) -> @MainActor () -> Void {
    try properties.requireObject()
    var assignments: [@MainActor (State) -> Void] = []
    var given: [(index: Int, value: JSON)] = []
    for (name, value) in properties.members {
      guard let property = interface.propertiesByName[name] else {
        throw JSONDecodingError("is no property of this view", at: JSONPointer(name))
      }
      guard let decode = property.decode else {
        throw JSONDecodingError("is read-only", at: JSONPointer(name))
      }
      if let index = interface.readableProperties.firstIndex(where: { $0.name == property.name }) {
        given.append((index, value))
      }
      do {
        assignments.append(try decode(value))
      } catch {
        throw error.inside(name)
      }
    }
    return { [state, assignments, given] in
      guard let state else { return }
      for assign in assignments { assign(state) }
      // Observation passes over a value that Swift takes for equal, such as one text in two spellings.
      if given.contains(where: { self.isUnnoticed($0.value, at: $0.index) }) { self.readUnnoticed() }
    }
  }

  package func prepare(
    _ action: String, _ arguments: ActionArguments
  ) throws(JSONDecodingError) -> PreparedAction {
    guard let state, let action = interface.actionsByName[action] else {
      throw JSONDecodingError("is for an action that the view does not have")
    }
    try arguments.rejectOthers(than: action.arguments)
    return try action.prepare(state, arguments)
  }

  package func end() {
    // A snapshot that was promised before may be written later.
    readAll()
    _ = refresh()
    becameDirty = nil
    state = nil
    life.end()
  }

  /// Reads every property for the first time.
  private func readAll() {
    guard texts.isEmpty else { return }
    changeCounts = interface.readableProperties.map { _ in 0 }
    texts = interface.readableProperties.indices.map { index in
      read(index)
      return scratch.bytes
    }
  }

  /// Reads a property into `scratch` and follows what it reads.
  private func read(_ index: Int) {
    scratch.removeAll()
    guard let state else { return }
    withObservationTracking {
      // What has changed often will change again, which ends its tracking as well. To read the life with
      // it, too, would take a tenth of the time of a call.
      if changeCounts[index] < 10 { life.access() }
      interface.readableProperties[index].encode(state, &scratch)
    } onChange: { [weak self] in
      MainActor.runNowIfPossible { self?.markDirty(index) }
    }
  }

  /// Reads a property again.
  private func update(_ index: Int) {
    changeCounts[index] += 1
    read(index)
    keepText(of: index)
  }

  /// Keeps the text that was read, and what was told in its place.
  private func keepText(of index: Int) {
    guard scratch.bytes != texts[index] else { return }
    if !untold.contains(where: { $0.index == index }) { untold.append((index, texts[index])) }
    texts[index] = scratch.bytes
  }

  /// Reads every property again that is not dirty; what they read is followed already.
  private func readUnnoticed() {
    guard let state else { return }
    for index in texts.indices where !dirty.contains(index) {
      scratch.removeAll()
      interface.readableProperties[index].encode(state, &scratch)
      keepText(of: index)
    }
    if !untold.isEmpty { becameDirty?() }
  }

  /// Whether a property was told with another text, and none of what it reads has changed since.
  private func isUnnoticed(_ value: JSON, at index: Int) -> Bool {
    texts.indices.contains(index) && !dirty.contains(index) && texts[index] != Array(value.description.utf8)
  }

  private func markDirty(_ index: Int) {
    guard state != nil else { return }
    dirty.append(index)
    becameDirty?()
  }
}
