import SVVS

/// A player; whether it plays is its own affair.
@MainActor @ViewState("player")
final class PlayerViewState {
  /// Whether this player plays.
  var isPlaying = false

  /// Starts or stops this player.
  @Action func togglePlaying() { isPlaying.toggle() }
}
