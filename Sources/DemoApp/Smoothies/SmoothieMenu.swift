import SVVS

/// The menu actions of one view, with their progress and errors.
@MainActor @Store
final class SmoothieMenu {
  var errorMessage: String? { failure ?? store.error.flatMap { texts.message(for: $0) } }
  var isLoading: Bool { loadsUnderWay > 0 }

  private var failure: String?
  private var loadsUnderWay = 0
  private let store: SmoothieStore
  private let texts: Texts

  init(store: SmoothieStore, texts: Texts) {
    self.store = store
    self.texts = texts
  }

  func fetch() async {
    loadsUnderWay += 1
    defer { loadsUnderWay -= 1 }
    await attempt { try await self.store.load() }
  }

  func toggleFavorite(_ id: Smoothie.ID) async {
    await attempt { try await self.store.toggleFavorite(id) }
  }

  private func attempt(_ work: () async throws -> Void) async {
    failure = nil
    do {
      try await work()
    } catch {
      failure = texts.message(for: error)
    }
  }
}
