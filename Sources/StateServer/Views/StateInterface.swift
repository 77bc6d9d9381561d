import JSON
import SVVS
import StateProtocol

/// The operations on the states of one view type, without their Swift type.
///
/// There is one for each view type, and a view has it beside its state: what is known of the type takes no memory of a
/// view.
@MainActor
protocol StateInterface: AnyObject {
  /// The description of the view type for front ends.
  var description: ViewTypeDescription { get }

  /// The names of the properties that front ends see, in their order.
  var readableNames: [String] { get }

  /// Whether the views have an action of a name.
  func hasAction(_ name: String) -> Bool

  /// The scope to connect while the view is open, if the state has one.
  func effectScope(of state: AnyObject) -> EffectScope?

  /// The lifetime with which the view ends, if its state has one.
  func lifetime(of state: AnyObject) -> ScopeLifetime?

  /// Reads the property of an index among the readable ones, and passes its value on with what writes it. One that
  /// shows an observable array has none.
  func readValue(_ index: Int, of state: AnyObject, _ use: (Any, (inout JSONWriter) -> Void) -> Void)

  /// A new record of the property of an index, if it shows an observable array.
  func makeArrayRecord(_ index: Int, of state: AnyObject) -> (any ArrayRecord)?

  /// Whether the property of an index was found to read `@Observable` objects.
  func readsObjects(_ index: Int) -> Bool

  /// Records that the property of an index reads `@Observable` objects.
  func noteReadsObjects(_ index: Int)

  /// Decodes values for the named properties, and returns their assignment, which cannot fail.
  func assignment(of properties: JSONValue, to state: AnyObject) throws(JSONDecodingError) -> @MainActor () -> Void

  /// Decodes the arguments of a call of an action that the view has.
  func prepare(_ action: String, _ params: JSONValue?, of state: AnyObject) throws(JSONDecodingError) -> PreparedAction
}

/// The state of a new view, with what can be done with it.
struct HostedState {
  let state: AnyObject
  let interface: any StateInterface
}

/// The interface of one view type, which is asked for once.
///
/// That the state is a `ViewState` is not said here: the runtime would look for that through all conformances of the
/// program, once for each view type, in 240,000 instructions.
final class TypedInterface<State: AnyObject>: StateInterface {
  let description: ViewTypeDescription

  private let interface: ViewInterface<State>
  /// By index, whether a property was found to read `@Observable` objects. What the first view has learned holds for
  /// all: observing such objects takes time and memory that others do not pay.
  private var readsObjects: [Bool]

  /// The interface of views that are opened with parameters.
  init(_ interface: ViewInterface<State>, parameters: [JSONSchema.Member]) {
    self.interface = interface
    description = interface.description(parameters: parameters)
    readsObjects = Array(repeating: false, count: interface.readableNames.count)
  }

  /// A new view's state.
  func hosted(_ state: State) -> HostedState { HostedState(state: state, interface: self) }

  var readableNames: [String] { interface.readableNames }

  func hasAction(_ name: String) -> Bool { interface.actionIndices[name] != nil }

  func effectScope(of state: AnyObject) -> EffectScope? { interface.effectScope?(typed(state)) }

  func lifetime(of state: AnyObject) -> ScopeLifetime? { interface.lifetime?(typed(state)) }

  func readValue(_ index: Int, of state: AnyObject, _ use: (Any, (inout JSONWriter) -> Void) -> Void) {
    if case .value(let get) = interface.readableProperties[index] { get(typed(state), use) }
  }

  func makeArrayRecord(_ index: Int, of state: AnyObject) -> (any ArrayRecord)? {
    guard case .array(let pass) = interface.readableProperties[index] else { return nil }
    let maker = ArrayRecordMaker()
    pass(typed(state), maker)
    return maker.record
  }

  func readsObjects(_ index: Int) -> Bool { readsObjects[index] }

  func noteReadsObjects(_ index: Int) { readsObjects[index] = true }

  func assignment(of properties: JSONValue, to state: AnyObject) throws(JSONDecodingError) -> @MainActor () -> Void {
    let state = typed(state)
    try properties.requireObject()
    var assignments: [@MainActor (State) -> Void] = []
    for (name, value) in properties.members {
      guard let index = interface.propertyIndices[name] else {
        let settable = interface.properties.filter { $0.decode != nil }.map(\.description.name)
        let others = interface.readableNames
        throw JSONDecodingError("is no property of this view", unknown: name, among: settable, or: others)
      }
      let property = interface.properties[index]
      guard let decode = property.decode else {
        throw JSONDecodingError("is read-only", at: JSONPointer(name))
      }
      do {
        assignments.append(try decode(value))
      } catch {
        throw (property.description.access == .writeOnly ? error.withoutSuggestion : error).inside(name)
      }
    }
    return { [state, assignments] in for assign in assignments { assign(state) } }
  }

  func prepare(
    _ action: String, _ params: JSONValue?, of state: AnyObject
  ) throws(JSONDecodingError) -> PreparedAction {
    guard let index = interface.actionIndices[action] else {
      throw JSONDecodingError("is for an action that the view does not have")
    }
    let (arguments, hints) = (description.actions[index].arguments, description.actions[index].hints)
    try ArgumentCheck.rejectOthers(than: arguments, in: params)
    do {
      return try interface.actions[index].prepare(typed(state), ActionArguments(params))
    } catch {
      let isSecret = error.path.first.flatMap { hints?.argument($0)?.isWriteOnly } ?? false
      throw isSecret ? error.withoutSuggestion : error
    }
  }

  private func typed(_ state: AnyObject) -> State { unsafeDowncast(state, to: State.self) }
}

/// The arguments of a call against those that an action takes.
enum ArgumentCheck {
  /// Fails if there is an argument that the action does not take.
  static func rejectOthers(
    than expected: [JSONSchema.Member], in params: JSONValue?
  ) throws(JSONDecodingError) {
    guard let params, params.count > 0 else { return }
    // Counting is enough nearly always, and allocates nothing.
    let given = expected.count { params[$0.name] != nil }
    let reserved = ActionCall.memberNames.count { params[$0] != nil }
    guard given + reserved != params.count else { return }
    let names = Set(expected.map(\.name)).union(ActionCall.memberNames)
    for (name, _) in params.members where !names.contains(name) {
      throw JSONDecodingError("is no argument of this action", unknown: name, among: expected.map(\.name))
    }
  }
}
