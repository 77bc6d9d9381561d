import SVVS

/// A part of a page that is loaded, and may fail, independently of the others.
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

  /// Loads the part. If loads overlap, the result of one does not replace that of another that began later.
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

  /// Whether to show the end of a load. After true, the ends of earlier loads are not shown.
  private func showsEnd(of number: Int) -> Bool {
    guard number > shownLoad else { return false }
    shownLoad = number
    return true
  }
}
