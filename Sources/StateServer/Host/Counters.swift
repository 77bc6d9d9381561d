/// Numbers that grow, each of which comes once in a process.
///
/// Each thing is counted by itself: what a client names itself takes no number of a name that the server makes.
@MainActor
final class Numbers {
  private var connections = 0
  private var views = 0
  private var viewNames = 0
  private var sessionNames = 0
  private var calls = 0

  /// Orders a connection after those that were made before.
  func nextConnection() -> Int { next(&connections) }

  /// Orders a view after those that were opened before.
  func nextView() -> Int { next(&views) }

  /// For the name of a view that its client did not choose.
  func nextViewName() -> Int { next(&viewNames) }

  /// For the name of a session that its client did not choose.
  func nextSessionName() -> Int { next(&sessionNames) }

  /// The position of a call whose work begins, after those whose work began before.
  func nextCall() -> Int { next(&calls) }

  private func next(_ last: inout Int) -> Int {
    last += 1
    return last
  }
}

/// The number of subscriptions in a process, which a limit bounds. A view that is kept without one counts as one.
@MainActor
final class SubscriptionCount {
  private(set) var value = 0

  /// Adds the difference between two numbers of subscriptions to one view.
  func changed(from old: Int, to new: Int) { value += new - old }
}
