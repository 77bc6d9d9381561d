/// The presentation of a user.
enum UserPresentation {
  /// The display name, or a placeholder if there is no user.
  static func displayName(of user: User?) -> String {
    user?.name ?? "User Name"
  }
}
