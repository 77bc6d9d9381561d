import Logging

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
@MainActor
public protocol App {
  /// The stores of one session.
  associatedtype Session = Void

  /// Makes the app with its stores.
  init()

  /// Makes the stores of a new session.
  func makeSession() -> Session

  /// The types of views that can be opened.
  var views: [ViewType<Session>] { get }
}

extension App where Session == Void {
  /// No stores belong to a session.
  public func makeSession() {}
}

extension App {
  /// Serves the app over stdin and stdout until the process ends.
  public static func main() {
    LoggingSystem.bootstrap { StandardErrorLogHandler(label: $0, logLevel: .notice) }
    StateServer.run(Self())
  }
}
