/// The results of a search so far. They are added page by page.
struct SearchResults {
  /// The text of the search.
  let query: String
  private(set) var users: [FoundUser] = []
  private(set) var totalCount = 0
  private(set) var lastPage = 0
  private var isExhausted = false

  /// Creates empty results, before the first page.
  init(for query: String = "") { self.query = query }

  /// Whether the service has another page.
  var hasMore: Bool {
    lastPage > 0 && !isExhausted && lastPage * SearchPaging.pageSize < min(totalCount, SearchPaging.maximum)
  }

  /// Adds the next page. Users that are already in the results are skipped, because results may move between pages.
  mutating func append(_ page: SearchPage) {
    lastPage += 1
    totalCount = page.totalCount
    isExhausted = page.users.isEmpty
    var known = Set(users.map(\.id))
    users += page.users.filter { known.insert($0.id).inserted }
  }
}
