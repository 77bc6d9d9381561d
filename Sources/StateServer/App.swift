/// An app that a server hosts: its stores, and the types of views that front ends can open.
///
/// What the app stores in properties lives as long as the process. What ``makeSession()`` returns lives as long
/// as a session, which is one window of a front end; most apps need none.
///
/// ```swift
/// @main struct ListApp: App {
///   let store = ListStore()
///   var views: [ViewType<Void>] { [ViewType(ListViewState.self) { ListViewState(store: store) }] }
/// }
/// ```
///
/// The product `StateServerCommand` makes a command of it, with `@main` as above; `SVVSTesting` tests it. Two
/// view types of one name are a mistake that is found when the app is served.
@MainActor
public protocol App {
  /// The stores of one session.
  associatedtype Session = Void

  /// The name of the app, which clients get in `serverInfo`; by default that of the type.
  static var name: String { get }

  /// The version of the app, such as 1.2.3; by default 0.0.0.
  static var version: String { get }

  /// Makes the app with its stores.
  init()

  /// Makes the stores of a new session: at `session/open`, and when the first view is opened in none.
  func makeSession() -> Session

  /// The view types that front ends can open. Read once; no two may have one name.
  var views: [ViewType<Session>] { get }
}

extension App {
  public static var name: String { "\(Self.self)" }
  public static var version: String { "0.0.0" }
}

extension App where Session == Void {
  /// Makes no stores.
  public func makeSession() {}
}
