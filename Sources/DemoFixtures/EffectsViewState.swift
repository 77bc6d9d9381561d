import SVVS

/// What can be asked of the effects page.
@JSONCodable
enum EffectsAction: String {
  /// Works for a time.
  case buttonTap
  /// Is done at once.
  case instant
}

/// A page with one entry, whose actions are effects.
@MainActor @ViewState("effects", title: "Effects")
final class EffectsViewState {
  /// How many button taps are being worked on.
  @Busy private(set) var tapsUnderWay = 0
  /// How many button taps were worked on to the end.
  private(set) var tapsCompleted = 0
  /// How many instant actions were done.
  private(set) var instants = 0

  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// Handles an action; a button tap works for so many seconds.
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
      // The clock throws for a cancellation alone, and then the tap does not count.
    }
  }
}
