/// A view's own state that belongs to what a ``StoreScope`` holds: whenever the scope begins or ends,
/// it is as new.
///
/// A draft that one user has typed is not there for the next:
///
/// ```swift
/// private let form: ScopeLocal<Form>   // an @Observable class
///
/// init(login: StoreScope<LoginStores>) { form = ScopeLocal(login) { Form() } }
///
/// var draft: String {
///   get { form.current.draft }
///   set { form.current.draft = newValue }
/// }
/// ```
///
/// Work that waits keeps the object it began with: its late results change what nobody shows any more.
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

  /// The state for what the scope holds now; who reads it is told when that changes.
  public var current: State {
    let generation = generation()
    if made.generation != generation { made = (generation, make()) }
    return made.state
  }
}
