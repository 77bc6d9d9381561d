import SVVS

/// A part of a page that loads and fails on its own.
@MainActor @Store
final class LoadablePart<Value> {
  private(set) var value: Value
  private(set) var errorMessage: String?
  var isLoading: Bool { loadsUnderWay > 0 }

  private var loadsUnderWay = 0
  @ObservationIgnored private var lastLoad = 0
  /// The load whose end is shown.
  @ObservationIgnored private var shownLoad = 0

  init(_ value: Value) { self.value = value }

  /// Loads the part. With loads overlapping, nothing that comes for one undoes what came for one that
  /// began later.
  func load(texts: Texts, _ fetch: () async throws -> Value) async {
    lastLoad += 1
    let number = lastLoad
    loadsUnderWay += 1
    defer { loadsUnderWay -= 1 }
    errorMessage = nil
    do {
      let value = try await fetch()
      if showsEnd(of: number) { (self.value, errorMessage) = (value, nil) }
    } catch {
      if !(error is CancellationError), showsEnd(of: number) { errorMessage = texts.message(for: error) }
    }
  }

  /// Whether the end of a load is to be shown, and nothing older from then on.
  private func showsEnd(of number: Int) -> Bool {
    guard number > shownLoad else { return false }
    shownLoad = number
    return true
  }
}
