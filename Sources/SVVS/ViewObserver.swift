/// Follows the state of one open view: knows which properties may have changed, and what the front
/// end was last told of each.
///
/// This is the face that does not know the state's type; ``StateObserver`` does.
@MainActor
package class ViewObserver {
  /// Called when the first property since the last commit may have changed.
  package var becameDirty: (@MainActor () -> Void)?

  /// The scope to connect while the view is open, if the state has one.
  package var effectScope: EffectScope? { nil }

  fileprivate init() {}

  /// Writes the members of the whole state into the object that is open.
  package func writeSnapshot(to writer: inout JSONWriter) {}

  /// Writes the members that differ from what was last written; false if none does.
  package func writeChanges(to writer: inout JSONWriter) -> Bool { false }

  /// Decodes values for the named properties and returns the assignment, which cannot fail.
  package func assignment(of properties: JSON) throws(JSONDecodingError) -> @MainActor () -> Void { {} }

  /// Decodes the arguments of a call; nil if there is no such action.
  package func prepare(_ action: String, _ arguments: ActionArguments) throws(JSONDecodingError) -> PreparedAction? {
    nil
  }

  /// Stops following and lets go of the state.
  package func end() {}
}

/// Follows the state of one open view property by property.
///
/// Each property is read under observation; what it read is marked dirty by the first change and read
/// again only then. Whatever is observable is followed, however deep it is nested.
@MainActor
package final class StateObserver<State: ViewState>: ViewObserver {
  private let interface = State.interface
  private var state: State?
  private let life = ObservedLife()
  /// The JSON text of each readable property as last written.
  private var written: [[UInt8]] = []
  private var dirty: [Int] = []
  private var scratch = JSONWriter()

  package init(_ state: State) {
    self.state = state
  }

  package override var effectScope: EffectScope? { state.flatMap { interface.effectScope?($0) } }

  package override func writeSnapshot(to writer: inout JSONWriter) {
    if written.isEmpty {
      written = interface.readableProperties.indices.map { index in
        read(index)
        return scratch.bytes
      }
    } else {
      for index in takeDirty() { _ = update(index) }
    }
    for (property, text) in zip(interface.readableProperties, written) {
      writer.key(property.name)
      writer.write(encoded: text)
    }
  }

  package override func writeChanges(to writer: inout JSONWriter) -> Bool {
    var hasChanges = false
    for index in takeDirty() where update(index) {
      hasChanges = true
      writer.key(interface.readableProperties[index].name)
      writer.write(encoded: written[index])
    }
    return hasChanges
  }

  package override func assignment(of properties: JSON) throws(JSONDecodingError) -> @MainActor () -> Void {
    try properties.requireObject()
    var assignments: [@MainActor (State) -> Void] = []
    for (name, value) in properties.members {
      guard let property = interface.propertiesByName[name] else {
        throw JSONDecodingError("is no property of this view", at: JSONPointer(name))
      }
      guard let decode = property.decode else {
        throw JSONDecodingError("is read-only", at: JSONPointer(name))
      }
      do {
        assignments.append(try decode(value))
      } catch {
        throw error.inside(name)
      }
    }
    return { [state, assignments] in
      guard let state else { return }
      for assign in assignments { assign(state) }
    }
  }

  package override func prepare(
    _ action: String, _ arguments: ActionArguments
  ) throws(JSONDecodingError) -> PreparedAction? {
    guard let state, let action = interface.actionsByName[action] else { return nil }
    try arguments.rejectOthers(than: action.arguments)
    return try action.prepare(state, arguments)
  }

  package override func end() {
    becameDirty = nil
    state = nil
    life.end()
  }

  /// Reads a property into `scratch` and follows what it reads.
  private func read(_ index: Int) {
    scratch.removeAll()
    guard let state else { return }
    withObservationTracking {
      life.access()
      interface.readableProperties[index].encode(state, &scratch)
    } onChange: {
      MainActor.runNowIfPossible { self.markDirty(index) }
    }
  }

  /// Reads a property again; false if it is equal to what was last written.
  private func update(_ index: Int) -> Bool {
    read(index)
    guard scratch.bytes != written[index] else { return false }
    written[index] = scratch.bytes
    return true
  }

  private func takeDirty() -> [Int] {
    defer { dirty.removeAll() }
    return dirty.sorted()
  }

  private func markDirty(_ index: Int) {
    guard state != nil else { return }
    dirty.append(index)
    if dirty.count == 1 { becameDirty?() }
  }
}

/// The life of an observer, as something that can be observed itself.
///
/// Observation offers no way to end a tracking but a change of something it has read. So every
/// tracking reads this too, and the end of the life ends them all; without it, stores would keep
/// closed views in memory until the next change.
@MainActor
private final class ObservedLife: Observable {
  private let registrar = ObservationRegistrar()
  private var isOver: Bool { false }

  func access() { registrar.access(self, keyPath: \.isOver) }

  func end() { registrar.withMutation(of: self, keyPath: \.isOver) {} }
}
