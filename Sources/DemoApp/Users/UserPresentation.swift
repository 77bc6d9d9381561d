/// How a user is shown.
enum UserPresentation {
  /// The name to show, also while there is no user.
  static func displayName(of user: User?) -> String {
    user?.name ?? "User Name"
  }
}
