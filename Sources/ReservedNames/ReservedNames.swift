/// The names that the protocol reserves. Actions and their arguments cannot have these names.
///
/// The names have their own module, because the compiler plugin cannot import the types of the protocol.
public enum ReservedNames {
  /// The methods of the protocol whose names are also valid function names in Swift.
  public static let methods: Set = ["initialize", "initialized", "shutdown", "exit"]

  /// The name of the call's member that contains the name of the view.
  public static let view = "view"
  /// The name of the call's member that contains the number of the last commit that the caller has received.
  public static let ifCommit = "ifCommit"

  /// The names of the call's members that are not arguments of the action.
  public static let callMembers: Set = [view, ifCommit]
}
