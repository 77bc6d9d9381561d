/// The names that belong to the protocol, so that actions and their arguments cannot have them.
///
/// The compiler plugin needs them where the protocol's own types do not reach.
public enum ReservedNames {
  /// The methods of the protocol that could be names of functions in Swift.
  public static let methods: Set = ["initialize", "initialized", "shutdown", "exit"]

  /// The member of a call that names the view.
  public static let view = "view"
  /// The member of a call that names the commit that the caller knows.
  public static let ifCommit = "ifCommit"

  /// The members of a call of an action that are none of its arguments.
  public static let callMembers: Set = [view, ifCommit]
}
