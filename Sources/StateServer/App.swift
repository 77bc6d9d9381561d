/// An app that a server hosts: its stores, and the view types that front ends can open.
///
/// The app's properties live as long as the process. The value that ``makeSession()`` returns lives as long as a
/// session, which is one window of a front end. Most apps need no such value.
///
/// ```swift
/// @main struct ListApp: App {
///   let store = ListStore()
///   var views: [ViewType<Void>] { [ViewType(ListViewState.self) { ListViewState(store: store) }] }
/// }
/// ```
///
/// With `@main` as above and the product `StateServerCommand`, the app is a command. `SVVSTesting` tests it. Two view
/// types with the same name are an ``AppMistake``, which is thrown when the app is served.
@MainActor
public protocol App {
  /// The stores of one session.
  associatedtype Session = Void

  /// The name of the app, which clients get in `serverInfo`. The default is the name of the type.
  static var name: String { get }

  /// The version of the app, such as 1.2.3. The default is 0.0.0.
  static var version: String { get }

  /// Makes the app with its stores.
  init()

  /// Makes the stores of a new session: at `session/open`, and for the first request that names no session.
  func makeSession() -> Session

  /// The view types that front ends can open, each with a different name. Read once.
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
