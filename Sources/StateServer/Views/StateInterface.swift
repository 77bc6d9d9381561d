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
