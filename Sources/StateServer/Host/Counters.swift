/// The counters of a process. The numbers of a counter increase, and each number is used only once.
///
/// Each kind is counted separately. If the client chooses the name of a view or session, no number is used for that
/// name.
@MainActor
final class Numbers {
  private var connections = 0
  private var views = 0
  private var viewNames = 0
  private var sessionNames = 0
  private var calls = 0

  /// The position of a new connection, after all earlier connections.
  func nextConnection() -> Int { next(&connections) }

  /// The position of a new view, after all views that were opened earlier.
  func nextView() -> Int { next(&views) }

  /// The number in a name that the server chooses for a view.
  func nextViewName() -> Int { next(&viewNames) }

  /// The number in a name that the server chooses for a session.
  func nextSessionName() -> Int { next(&sessionNames) }

  /// The position of a call, after all calls whose work began earlier.
  func nextCall() -> Int { next(&calls) }

  private func next(_ last: inout Int) -> Int {
    last += 1
    return last
  }
}

/// The number of subscriptions in a process. This number has a limit. A view without subscriptions counts as one
/// subscription.
@MainActor
final class SubscriptionCount {
  private(set) var value = 0

  /// Updates the number after the number of subscriptions to one view has changed.
  func changed(from old: Int, to new: Int) { value += new - old }
}
