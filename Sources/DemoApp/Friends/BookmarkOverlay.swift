import SVVS

/// The bookmarks that were chosen in a view and that the backend has not yet confirmed.
///
/// The chosen values are shown in place of the values in the store, but never change the store. After the last reply
/// for a user, whether it is a success or an error, the value in the store is shown again.
@MainActor @Store
final class BookmarkOverlay {
  private struct Choice {
    var value: Bool
    var unanswered: Int
  }

  private var choices: [User.ID: Choice] = [:]
  @ObservationIgnored private var last: [User.ID: Task<Void, Never>] = [:]

  /// The chosen values, by the id of the user.
  var values: [User.ID: Bool] { choices.mapValues(\.value) }

  /// Shows a choice immediately, and sends it when the replies to the earlier choices for this user have arrived.
  func choose(_ value: Bool, for id: User.ID, send: @escaping @MainActor () async -> Void) -> Effect {
    choices[id] = Choice(value: value, unanswered: (choices[id]?.unanswered ?? 0) + 1)
    let previous = last[id]
    let task = Task.immediate {
      await previous?.value
      if !Task.isCancelled { await send() }
      self.answered(id)
    }
    last[id] = choices[id] == nil ? nil : task
    return .task(task)
  }

  private func answered(_ id: User.ID) {
    choices[id]?.unanswered -= 1
    guard choices[id]?.unanswered == 0 else { return }
    choices[id] = nil
    last[id] = nil
  }
}
