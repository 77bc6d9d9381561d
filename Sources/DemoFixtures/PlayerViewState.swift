import SVVS

/// A player; whether it plays is its own affair.
@MainActor @ViewState("player", title: "Player")
final class PlayerViewState {
  /// Whether this player plays.
  @Title("Playing") var isPlaying = false

  /// Starts or stops this player.
  @Action("Play or stop") func togglePlaying() { isPlaying.toggle() }
}
