import SVVS

/// A player, whose state belongs to its view only.
@MainActor @ViewState("player", title: "Player")
final class PlayerViewState {
  /// Whether this player is playing.
  @Title("Playing") @Settable var isPlaying = false

  /// Starts or stops this player.
  @Action("Play or stop") func togglePlaying() { isPlaying.toggle() }
}
