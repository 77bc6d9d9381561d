import SVVS

/// A part of a page. Each part is loaded independently of the other parts, and may fail independently of them.
@MainActor @Store
final class LoadablePart<Value> {
  private(set) var value: Value
  private(set) var errorMessage: String?
  var isLoading: Bool { loadsUnderWay > 0 }

  private var loadsUnderWay = 0
  @ObservationIgnored private var lastLoad = 0
  /// The number of the load whose result or error is shown.
  @ObservationIgnored private var shownLoad = 0

  init(_ value: Value) { self.value = value }

  /// Loads the part. If loads overlap, the result of a load does not replace the result of a load that began later.
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

  /// Whether to show the result or error of a load. After this method has returned true for a load, it returns false
  /// for all earlier loads.
  private func showsEnd(of number: Int) -> Bool {
    guard number > shownLoad else { return false }
    shownLoad = number
    return true
  }
}
