/// An app that a server hosts: its stores, and the types of views that front ends can open.
///
/// What the app stores in properties lives as long as the process. What ``makeSession()`` returns
/// lives as long as a session, which is one window of a front end; most apps need none.
///
/// ```swift
/// @main
/// struct CounterApp: App {
///   let store = CounterStore()
///   var views: [ViewType<Void>] {
///     [ViewType(CounterViewState.self) { CounterViewState(store: store) }]
///   }
/// }
/// ```
///
/// The product `StateServerCommand` makes a command of it, with `@main` as above; `SVVSTesting` tests it.
@MainActor
public protocol App {
  /// The stores of one session.
  associatedtype Session = Void

  /// What the app is called, as clients see it in `serverInfo`; the name of the type unless you say otherwise.
  static var name: String { get }

  /// The version of the app, such as 1.2.3; 0.0.0 unless you say otherwise.
  static var version: String { get }

  /// Makes the app with its stores.
  init()

  /// Makes the stores of a new session.
  func makeSession() -> Session

  /// The types of views that can be opened. No two may have one name.
  var views: [ViewType<Session>] { get }
}

extension App {
  public static var name: String { "\(Self.self)" }
  public static var version: String { "0.0.0" }
}

extension App where Session == Void {
  /// No stores belong to a session.
  public func makeSession() {}
}
