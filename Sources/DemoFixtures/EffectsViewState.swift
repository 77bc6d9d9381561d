import SVVS

/// The actions of the effects page.
@JSONCodable
enum EffectsAction: String {
  /// Work that takes time.
  case buttonTap
  /// Work that is done immediately.
  case instant
}

/// A page with one entry point, whose actions are effects.
@MainActor @ViewState("effects", title: "Effects")
final class EffectsViewState {
  /// The number of button taps in progress.
  @Busy private(set) var tapsUnderWay = 0
  /// The number of completed button taps.
  private(set) var tapsCompleted = 0
  /// The number of instant actions.
  private(set) var instants = 0

  private let clock: any Clock<Duration>

  /// Handles an action. A button tap takes the given number of seconds.
  @Action func handle(action: EffectsAction, seconds: Double = 1) -> Effect {
    switch action {
    case .instant:
      instants += 1
      return .none
    case .buttonTap:
      tapsUnderWay += 1
      return .task { await self.work(for: .seconds(max(0, min(seconds, 86_400)))) }
    }
  }

  private func work(for duration: Duration) async {
    defer { tapsUnderWay -= 1 }
    do {
      try await clock.sleep(for: duration)
      tapsCompleted += 1
    } catch {
      // The clock throws only if the task is cancelled. The tap then does not count as completed.
    }
  }
}
