import SVVS

/// A part of a page that loads and fails on its own.
@MainActor @Observable
final class LoadablePart<Value> {
  private(set) var value: Value
  private(set) var errorMessage: String?
  var isLoading: Bool { loadsUnderWay > 0 }

  private var loadsUnderWay = 0
  @ObservationIgnored private var lastLoad = 0

  init(_ value: Value) { self.value = value }

  /// Loads the part; with loads overlapping the one that began last tells what is shown.
  func load(texts: Texts, _ fetch: () async throws -> Value) async {
    lastLoad += 1
    let number = lastLoad
    loadsUnderWay += 1
    defer { loadsUnderWay -= 1 }
    errorMessage = nil
    do {
      let value = try await fetch()
      if number == lastLoad { self.value = value }
    } catch {
      if number == lastLoad { errorMessage = texts.message(for: error) }
    }
  }
}
