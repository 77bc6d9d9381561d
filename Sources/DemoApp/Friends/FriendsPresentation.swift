/// The presentation of the friends of a user.
enum FriendsPresentation {
  /// Returns the friends in the order of `ids`. Unknown and repeated ids are left out.
  ///
  /// - Parameters:
  ///   - ids: The ids of the friends.
  ///   - known: A closure that returns the user with an id, or nil if the user is unknown.
  ///   - bookmarks: The bookmarks that were chosen in the view and that the backend has not yet confirmed, by the id of
  ///     the friend.
  ///   - onlyBookmarked: Whether to return only bookmarked friends.
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
