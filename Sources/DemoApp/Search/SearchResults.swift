/// What a search has found so far, page by page.
struct SearchResults {
  /// What was searched for.
  let query: String
  private(set) var users: [FoundUser] = []
  private(set) var totalCount = 0
  private(set) var lastPage = 0
  private var isExhausted = false

  /// Results before the first page.
  init(for query: String = "") { self.query = query }

  /// Whether the service serves more.
  var hasMore: Bool {
    lastPage > 0 && !isExhausted && lastPage * SearchPaging.pageSize < min(totalCount, SearchPaging.maximum)
  }

  /// Adds the next page. Results move while one pages: who comes again is skipped.
  mutating func append(_ page: SearchPage) {
    lastPage += 1
    totalCount = page.totalCount
    isExhausted = page.users.isEmpty
    var known = Set(users.map(\.id))
    users += page.users.filter { known.insert($0.id).inserted }
  }
}
