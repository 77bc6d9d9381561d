import SVVS

/// A check for properties that have changed without a notification. The check runs only in debug builds.
///
/// If a property reads an object that is not observed, every front end keeps the property's old value. After each call,
/// the check compares the values that were sent for the view of the call with the current values.
@MainActor
final class StaleStateCheck {
  /// The views whose calls have been answered since the last check.
  private var views: [View] = []
  /// The properties that were reported. Each property is reported once, because the same fault repeats
  /// with every call.
  private var reported: Set<String> = []
  private let report: (@MainActor (String) -> Void)?

  /// Creates a check. If `report` is nil, nothing is checked.
  init(report: (@MainActor (String) -> Void)?) { self.report = report }

  /// Schedules a check of `view` after the next commit.
  func schedule(_ view: View) {
    #if DEBUG
      if report != nil, !views.contains(where: { $0 === view }) { views.append(view) }
    #endif
  }

  /// Checks the scheduled views, and reports the properties that have changed without a notification.
  func run() {
    #if DEBUG
      while let view = views.popLast() { check(view) }
    #endif
  }

  private func check(_ view: View) {
    for name in view.subscriptions.flatMap(\.staleProperties) {
      guard reported.insert("\(view.interface.type) \(name)").inserted else { continue }
      report?(
        """
        The property \(name) of the view type \(view.interface.type) has changed without a notification, so front ends show \
        an old value. It probably reads a class that is neither a @Store nor @Observable, or a property that is not \
        observed.
        """)
    }
  }
}
