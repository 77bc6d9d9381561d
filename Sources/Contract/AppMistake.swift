/// Why an app cannot be served, though it compiles.
public enum AppMistake: Error, Hashable, Sendable {
  /// Two view types have one name.
  case sameViewType(String)
  /// Two types have one name in JSON, or one generic type is used with two parameters; where they are mentioned.
  case sameJSONName(String, first: String, second: String)
  /// What front ends are told beforehand does not hold; where it is told, and why not.
  case misleadingHint(place: String, reason: String)
}

extension AppMistake: CustomStringConvertible {
  /// One line for the app's author.
  public var description: String {
    switch self {
    case .sameViewType(let name): "Two view types are called \(name): give one of them another name."
    case .sameJSONName(let name, let first, let second):
      """
      Two types are called \(name) in JSON: one of \(first), and another of \(second). Give one of them another name; \
      a generic type can be used with one parameter only.
      """
    case .misleadingHint(let place, let reason): "The \(place) misleads front ends: \(reason)."
    }
  }
}
