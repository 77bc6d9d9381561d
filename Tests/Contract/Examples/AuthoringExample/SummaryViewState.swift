import SVVS

/// The length of the reading list. The server closes the view when the login ends.
@MainActor @ViewState("summary")
final class SummaryViewState {
  var count: Int { list.entries.count }
  private(set) var additions = 0

  private let list: ReadingList
  private let lifetime: ScopeLifetime

  init(login: StoreScope<ReadingList>) throws {
    guard let list = login.current else { throw ViewRefusal("Log in first.") }
    (self.list, lifetime) = (list, login.lifetime)
  }

  /// Counts what is added from now on, until the view is closed.
  @Action func follow() -> Effect { .onChange(of: { self.count }) { _ in self.additions += 1 } }
}
