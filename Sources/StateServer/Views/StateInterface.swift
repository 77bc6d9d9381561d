import JSON
import SVVS
import StateProtocol

/// The operations on the states of one view type, without the Swift type of the states.
///
/// Each view type has one interface. Each view has a reference to the interface next to its state, so that information
/// about the type takes no memory in the view.
@MainActor
protocol StateInterface: AnyObject {
  /// The description of the view type for front ends.
  var description: ViewTypeDescription { get }

  /// The names of the properties that front ends see, in their order.
  var readableNames: [String] { get }

  /// Making a state.
  var workOfInitializer: Work { get }

  /// A call of the action at `index`.
  func work(ofAction index: Int) -> Work

  /// Reading the readable property at `index`.
  func work(ofGetter index: Int) -> Work

  /// The index of the action `name`; nil if the views of this type do not have the action.
  func actionIndex(_ name: String) -> Int?

  /// The scope to connect while the view is open; nil if the state has no scope.
  func effectScope(of state: AnyObject) -> EffectScope?

  /// The lifetime of the state; nil if the state has no lifetime. When the lifetime ends, the view ends.
  func lifetime(of state: AnyObject) -> ScopeLifetime?

  /// Reads the readable property at `index`. Passes the value to `use`, with a closure that writes the value. Does
  /// nothing if the property's value is an observable array.
  func readValue(_ index: Int, of state: AnyObject, _ use: (Any, (inout JSONWriter) -> Void) -> Void)

  /// Makes a record for the property at `index`. Returns nil if the property's value is not an observable array.
  func makeArrayRecord(_ index: Int, of state: AnyObject) -> (any ArrayRecord)?

  /// Whether the property at `index` is known to read `@Observable` objects.
  func readsObjects(_ index: Int) -> Bool

  /// Records that the property at `index` reads `@Observable` objects.
  func markReadsObjects(_ index: Int)

  /// Decodes new values for the named properties. Returns a closure that assigns the values and cannot fail.
  func assignment(of properties: JSONValue, to state: AnyObject) throws(JSONDecodingError) -> @MainActor () -> Void

  /// Decodes the arguments for a call of the action at `index`.
  func prepare(_ index: Int, _ params: JSONValue?, of state: AnyObject) throws(JSONDecodingError) -> _PreparedAction
}

/// The state of a new view, with the interface of its view type.
struct HostedState {
  let state: AnyObject
  let interface: any StateInterface
}

/// The interface of one view type. It is made once.
///
/// `State` is not constrained to `ViewState`. With the constraint, the runtime would search all conformances of the
/// program for the conformance of `State`. Each view type would need one search, which takes 240,000 instructions.
final class TypedInterface<State: AnyObject>: StateInterface {
  let description: ViewTypeDescription

  private let interface: _ViewInterface<State>
  /// For each property by index, whether it was found to read `@Observable` objects in any view of this type. Observing
  /// such objects takes time and memory, so other properties are read without it.
  private var readsObjects: [Bool]
  private let work: WorkOfViewType

  /// Creates the interface of a view type with parameters.
  init(_ interface: _ViewInterface<State>, parameters: [JSONSchema.Member]) {
    self.interface = interface
    description = interface.description(parameters: parameters)
    readsObjects = Array(repeating: false, count: interface.readableNames.count)
    work = WorkOfViewType(description, readableNames: interface.readableNames)
  }

  /// The state of a new view, with this interface.
  func hosted(_ state: State) -> HostedState { HostedState(state: state, interface: self) }

  var readableNames: [String] { interface.readableNames }

  var workOfInitializer: Work { work.initializer }

  func work(ofAction index: Int) -> Work { work.action(index) }

  func work(ofGetter index: Int) -> Work { work.getter(index) }

  func actionIndex(_ name: String) -> Int? { interface.actionIndices[name] }

  func effectScope(of state: AnyObject) -> EffectScope? { interface.effectScope?(typed(state)) }

  func lifetime(of state: AnyObject) -> ScopeLifetime? { interface.lifetime?(typed(state)) }

  func readValue(_ index: Int, of state: AnyObject, _ use: (Any, (inout JSONWriter) -> Void) -> Void) {
    if case .value(let get) = interface.readableProperties[index] { get(state, use) }
  }

  func makeArrayRecord(_ index: Int, of state: AnyObject) -> (any ArrayRecord)? {
    guard case .array(let pass) = interface.readableProperties[index] else { return nil }
    let maker = ArrayRecordMaker()
    pass(state, maker)
    return maker.record
  }

  func readsObjects(_ index: Int) -> Bool { readsObjects[index] }

  func markReadsObjects(_ index: Int) { readsObjects[index] = true }

  func assignment(of properties: JSONValue, to state: AnyObject) throws(JSONDecodingError) -> @MainActor () -> Void {
    let state = typed(state)
    try properties.requireObject()
    var assignments: [(work: Work, assign: @MainActor (State) -> Void)] = []
    for (name, value) in properties.members {
      guard let index = interface.propertyIndices[name] else {
        let settable = interface.properties.filter { $0.decode != nil }.map(\.description.name)
        let others = interface.readableNames
        throw JSONDecodingError("is not a property of this view", unknown: name, among: settable, or: others)
      }
      let property = interface.properties[index]
      guard let decode = property.decode else {
        throw JSONDecodingError("is read-only", at: JSONPointer(name))
      }
      let work = work.setter(index)
      let outer = work.begin()
      defer { outer.resume() }
      do {
        assignments.append((work, try decode(value)))
      } catch {
        throw (property.description.access == .writeOnly ? error.withoutSuggestion : error).inside(name)
      }
    }
    return { [state, assignments] in
      for (work, assign) in assignments {
        let outer = work.begin()
        defer { outer.resume() }
        assign(state)
      }
    }
  }

  func prepare(
    _ index: Int, _ params: JSONValue?, of state: AnyObject
  ) throws(JSONDecodingError) -> _PreparedAction {
    try ArgumentCheck.rejectOthers(than: description.actions[index].arguments, in: params)
    do {
      return try interface.actions[index].prepare(state, _ActionArguments(params))
    } catch {
      let action = description.actions[index]
      let isSecret = error.path.first.flatMap { action.hints(ofArgument: $0)?.isWriteOnly } ?? false
      throw isSecret ? error.withoutSuggestion : error
    }
  }

  private func typed(_ state: AnyObject) -> State { unsafeDowncast(state, to: State.self) }
}

/// Compares the arguments of a call with the arguments that the action takes.
enum ArgumentCheck {
  /// Throws an error if one of the given arguments is not an argument of the action.
  static func rejectOthers(
    than expected: [JSONSchema.Member], in params: JSONValue?
  ) throws(JSONDecodingError) {
    guard let params, params.count > 0 else { return }
    // Counting the arguments is nearly always enough, and allocates nothing.
    let given = expected.count { params[$0.name] != nil }
    let reserved = ActionCall.memberNames.count { params[$0] != nil }
    guard given + reserved != params.count else { return }
    let names = Set(expected.map(\.name)).union(ActionCall.memberNames)
    for (name, _) in params.members where !names.contains(name) {
      throw JSONDecodingError("is not an argument of this action", unknown: name, among: expected.map(\.name))
    }
  }
}
