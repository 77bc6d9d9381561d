/// The number of subscriptions in a process, which a limit bounds. A view that is kept without one counts as one.
@MainActor
final class SubscriptionCount {
  private(set) var value = 0

  /// Adds the difference between two numbers of subscriptions to one view.
  func changed(from old: Int, to new: Int) { value += new - old }
}
