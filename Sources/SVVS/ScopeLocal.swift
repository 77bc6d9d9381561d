/// State of a view that is made anew whenever a ``StoreScope`` begins or ends, such as a draft that one user has
/// typed.
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
/// Work that waits keeps the object that it began with: its late results change what no view shows any more.
@MainActor
public final class ScopeLocal<State: AnyObject> {
  private let generation: @MainActor () -> Int
  private let make: @MainActor () -> State
  private var made: (generation: Int, state: State)

  /// State that is made now, and again when the scope begins or ends.
  public init<Stores>(_ scope: StoreScope<Stores>, make: @escaping @MainActor () -> State) {
    generation = { scope.generation }
    self.make = make
    made = (scope.generation, make())
  }

  /// The state for what the scope holds now. It is observed: a property that reads it changes with the scope.
  public var current: State {
    let generation = generation()
    if made.generation != generation { made = (generation, make()) }
    return made.state
  }
}
