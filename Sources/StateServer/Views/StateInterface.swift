import JSON
import SVVS

/// What can be done with the states of one view type, without their Swift type.
///
/// There is one for each view type, and a view has it beside its state: what is known of the type takes no memory of a
/// view.
@MainActor
protocol StateInterface: AnyObject {
  /// What front ends are shown of the view type.
  var description: ViewTypeDescription { get }

  /// The names of the properties that front ends see, in their order.
  var readableNames: [String] { get }

  /// Whether the views have an action of a name.
  func hasAction(_ name: String) -> Bool

  /// The scope to connect while the view is open, if the state has one.
  func effectScope(of state: AnyObject) -> EffectScope?

  /// What the view lasts as long as, if its state has that.
  func lifetime(of state: AnyObject) -> ScopeLifetime?

  /// Reads the property of an index among the readable ones, and passes its value on with what writes it. One that
  /// shows an observable array has none.
  func readValue(_ index: Int, of state: AnyObject, _ use: (Any, (inout JSONWriter) -> Void) -> Void)

  /// A new record of the property of an index, if it shows an observable array.
  func makeArrayRecord(_ index: Int, of state: AnyObject) -> (any ArrayRecord)?

  /// Whether the property of an index was found to read `@Observable` objects.
  func readsObjects(_ index: Int) -> Bool

  /// Notes that it does so.
  func noteReadsObjects(_ index: Int)

  /// Decodes values for the named properties.
  func assignment(of properties: JSONValue, to state: AnyObject) throws(JSONDecodingError) -> Assignment

  /// Decodes the arguments of a call of an action that the view has.
  func prepare(_ action: String, _ params: JSONValue?, of state: AnyObject) throws(JSONDecodingError) -> PreparedCall
}

/// The state of a new view, with what can be done with it.
struct HostedState {
  let state: AnyObject
  let interface: any StateInterface
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
