/// An app that a server hosts: its stores, and the view types that front ends can open.
///
/// The app's properties live as long as the process. The value that ``makeSession()`` returns lives as long as its
/// session. A session is one window of a front end. Most apps do not need such a value.
///
/// ```swift
/// @main struct ListApp: App {
///   let store = ListStore()
///   var views: [ViewType<Void>] { [ViewType(ListViewState.self) { ListViewState(store: store) }] }
/// }
/// ```
///
/// With `@main` as above and the product `StateServerCommand`, the app is a command-line program. Test the app with
/// `SVVSTesting`. If the app has a mistake, serving it throws an ``AppMistake``, which says what each build finds.
@MainActor
public protocol App {
  /// The stores of one session.
  associatedtype Session = Void

  /// The name of the app, which clients receive in `serverInfo`. The default is the name of the app's type.
  static var name: String { get }

  /// The version of the app (for example, 1.2.3). The default is 0.0.0.
  static var version: String { get }

  /// Makes the app with its stores.
  init()

  /// Makes the stores of a new session.
  ///
  /// The server calls this method for each `session/open`, and when a connection first uses its default session. The
  /// default session is the session of all requests that do not name a session.
  func makeSession() -> Session

  /// The view types that front ends can open. Each must have a different name. The server reads this property once.
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
