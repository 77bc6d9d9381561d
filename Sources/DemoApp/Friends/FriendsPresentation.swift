/// How a user's friends are shown.
enum FriendsPresentation {
  /// The friends in the order of their ids; ids that are unknown or come again are skipped.
  ///
  /// - Parameters:
  ///   - bookmarks: What the user has chosen and the backend has not confirmed yet, by id.
  ///   - onlyBookmarked: Whether to show only those that are marked.
  static func friends(
    _ ids: [User.ID], known: (User.ID) -> User?, bookmarks: [User.ID: Bool], onlyBookmarked: Bool
  ) -> [User] {
    var seen: Set<User.ID> = []
    return ids.compactMap { id in
      guard seen.insert(id).inserted, var friend = known(id) else { return nil }
      friend.isBookmarked = bookmarks[id] ?? friend.isBookmarked
      return onlyBookmarked && !friend.isBookmarked ? nil : friend
    }
  }
}
