/// What front ends are told beforehand of a property, beside its type.
///
/// A class, since most properties have none, and descriptions are copied when an app starts.
public final class PropertyHints: Sendable {
  /// What a property is to the person who looks at it.
  public enum Role: Hashable, Sendable {
    /// It says that work is under way: at some values of an enumeration, or when it is true, or other than 0 or null.
    case busy(when: [String])
    /// It is the message of an error, or null.
    case errorMessage
    /// Setting it filters the array that is another property.
    case filter(of: String)
  }

  /// What a person reads in place of the name.
  public let title: String?
  /// What the property is to a person.
  public let role: Role?
  /// The view that it leads to.
  public let destination: Destination?

  /// Hints about a property.
  public init(title: String? = nil, role: Role? = nil, opens destination: Destination? = nil) {
    self.title = title
    self.role = role
    self.destination = destination
  }
}
