/// A part of a view's state that is replaced whenever a ``StoreScope`` begins or ends (for example, the draft of one
/// user).
///
/// ```swift
/// private let form: ScopeLocal<Form>
///
/// init(login: StoreScope<LoginStores>) { form = ScopeLocal(login) { Form() } }
///
/// var draft: String {
///   get { form.current.draft }
///   set { form.current.draft = newValue }
/// }
/// ```
///
/// Work that suspends keeps the object that it began with. If the scope has changed in the meantime, the work changes
/// an object that no view shows any longer.
@MainActor
public final class ScopeLocal<State: AnyObject> {
  private let generation: @MainActor () -> Int
  private let make: @MainActor () -> State
  private var made: (generation: Int, state: State)

  /// Creates the state now, and again each time the scope begins or ends.
  public init<Stores>(_ scope: StoreScope<Stores>, make: @escaping @MainActor () -> State) {
    generation = { scope.generation }
    self.make = make
    made = (scope.generation, make())
  }

  /// The state that belongs to the current stores of the scope. It is observed: a property that reads the state changes
  /// when the scope begins or ends.
  public var current: State {
    let generation = generation()
    if made.generation != generation { made = (generation, make()) }
    return made.state
  }
}
