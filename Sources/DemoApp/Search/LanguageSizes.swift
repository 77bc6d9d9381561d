/// Adds up the languages of many repositories.
enum LanguageSizes {
  /// How many repositories are asked for at a time.
  private static let width = 4
  /// How many languages are added up.
  private static let maximumCount = 1000
  /// The bytes of all names together.
  private static let maximumTextSize = 1 << 20

  /// Fetches the languages of repositories, some at a time, and adds them up.
  ///
  /// - Throws: ``RepositoryError/tooLarge`` if there are more languages than that, or what a request throws.
  @concurrent
  static func fetch(
    of repositories: [String], owner: String, from service: any SearchRepository
  ) async throws -> [LanguageSize] {
    try await withThrowingTaskGroup(of: [String: Int].self) { group in
      var waiting = repositories[...]
      func askNext() {
        guard let next = waiting.popFirst() else { return }
        group.addTask { try await service.fetchLanguages(of: next, owner: owner) }
      }
      for _ in 0..<width { askNext() }
      var total: [String: Int] = [:]
      while let sizes = try await group.next() {
        total.merge(sizes, uniquingKeysWith: saturatingSum)
        let textSize = total.keys.reduce(0) { $0 + $1.utf8.count }
        guard total.count <= maximumCount, textSize <= maximumTextSize else { throw RepositoryError.tooLarge }
        askNext()
      }
      return sorted(total)
    }
  }

  private static func saturatingSum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (left > 0 ? .max : .min) : sum
  }

  /// The largest first, and by name where they are as large.
  static func sorted(_ sizes: [String: Int]) -> [LanguageSize] {
    sizes.map { LanguageSize(name: $0.key, bytes: $0.value) }
      .sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
  }
}
