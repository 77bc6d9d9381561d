import JSON
import SVVS

/// The state of an open view, without its type.
@MainActor
protocol HostedState {
  /// The names of the properties that front ends see, in their order.
  var readableNames: [String] { get }

  /// The scope to connect while the view is open, if the state has one.
  var effectScope: EffectScope? { get }

  /// New records of the readable properties, in their order.
  func makeRecords() -> [any PropertyRecord]

  /// Decodes values for the named properties.
  func assignment(of properties: JSONValue) throws(JSONDecodingError) -> Assignment

  /// Decodes the arguments of a call of an action that the view has.
  func prepare(_ action: String, _ params: JSONValue?) throws(JSONDecodingError) -> PreparedCall
}

/// Values for properties, decoded: to assign them cannot fail.
struct Assignment {
  /// Assigns them all.
  let apply: @MainActor () -> Void
  /// The values of those properties that front ends see.
  let visible: [(name: String, value: JSONValue)]
  /// Whether what they change may go unnoticed: what a write-only property holds shows only in others.
  let mayGoUnnoticed: Bool
}

/// An action with its arguments.
struct PreparedCall {
  let action: PreparedAction
  /// Whether what it changes may go unnoticed, since an argument is equal, in Swift, to what is written otherwise.
  let mayGoUnnoticed: Bool
}

/// The state of a view with its type's interface, which is asked for once a view type.
struct TypedState<State: ViewState>: HostedState {
  let state: State
  let interface: ViewInterface<State>

  var readableNames: [String] { interface.readableNames }

  var effectScope: EffectScope? { interface.effectScope?(state) }

  func makeRecords() -> [any PropertyRecord] {
    interface.readableProperties.map { PropertyRecords.make($0, of: state) }
  }

  func assignment(of properties: JSONValue) throws(JSONDecodingError) -> Assignment {
    try properties.requireObject()
    var assignments: [@MainActor (State) -> Void] = []
    var visible: [(name: String, value: JSONValue)] = []
    var mayGoUnnoticed = false
    for (name, value) in properties.members {
      guard let property = interface.propertiesByName[name] else {
        throw JSONDecodingError("is no property of this view", at: JSONPointer(name))
      }
      guard let decode = property.decode else {
        throw JSONDecodingError("is read-only", at: JSONPointer(name))
      }
      if property.description.access == .writeOnly {
        mayGoUnnoticed = mayGoUnnoticed || value.hasEqualsWrittenOtherwise
      } else {
        visible.append((name, value))
      }
      do {
        assignments.append(try decode(value))
      } catch {
        throw error.inside(name)
      }
    }
    return Assignment(
      apply: { [state, assignments] in for assign in assignments { assign(state) } }, visible: visible,
      mayGoUnnoticed: mayGoUnnoticed)
  }

  func prepare(_ action: String, _ params: JSONValue?) throws(JSONDecodingError) -> PreparedCall {
    guard let action = interface.actionsByName[action] else {
      throw JSONDecodingError("is for an action that the view does not have")
    }
    let arguments = action.description.arguments
    let areGiven = try ArgumentCheck.rejectOthers(than: arguments, in: params)
    return PreparedCall(
      action: try action.prepare(state, ActionArguments(params)),
      mayGoUnnoticed: areGiven && ArgumentCheck.haveEqualsWrittenOtherwise(arguments, in: params))
  }
}
