/// A mistake in an app: the app compiles, but cannot be served. ``AppServer`` throws this error.
///
/// A debug build finds all mistakes when it starts. A release build finds two view types of one name when it starts, and
/// the other mistakes when a client first sends `initialize` or `rpc.discover`. Both requests then fail with the mistake.
public enum AppMistake: Error, Hashable, Sendable {
  /// Two view types have the same name.
  case sameViewType(String)
  /// Two types have the same name in JSON, or one generic type is used with two parameters. `first` and `second` are
  /// the declarations that use these types.
  case sameJSONName(String, first: String, second: String)
  /// A hint for front ends is wrong. `place` is the hint and the declaration that has it.
  case misleadingHint(place: String, reason: String)
}

extension AppMistake: CustomStringConvertible {
  /// One line for the author of the app.
  public var description: String {
    switch self {
    case .sameViewType(let name): "Two view types have the name \(name): rename one of them."
    case .sameJSONName(let name, let first, let second):
      """
      Two types have the name \(name) in JSON: one of \(first), and another of \(second). Rename one of them; \
      a generic type can be used with one parameter only.
      """
    case .misleadingHint(let place, let reason): "The \(place) is wrong: \(reason)."
    }
  }
}
