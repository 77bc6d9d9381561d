/// The sizes of the languages in many repositories, added up.
enum LanguageSizes {
  /// The number of concurrent requests.
  private static let width = 4
  /// The maximum number of languages.
  private static let maximumCount = 1000
  /// The maximum total size of the languages' names, in bytes.
  private static let maximumTextSize = 1 << 20

  /// Fetches the languages of repositories, with a few concurrent requests, and adds up their sizes.
  ///
  /// - Parameter show: Shows the fraction of the repositories whose languages have been read.
  /// - Throws: ``RepositoryError/tooLarge`` if the languages exceed the limits, or the error of a request.
  @concurrent
  static func fetch(
    of repositories: [String], owner: String, from service: any SearchRepository,
    show: @MainActor (Double) -> Void
  ) async throws -> [LanguageSize] {
    try await withThrowingTaskGroup(of: [String: Int].self) { group in
      var waiting = repositories[...]
      func requestNext() {
        guard let next = waiting.popFirst() else { return }
        group.addTask { try await service.fetchLanguages(of: next, owner: owner) }
      }
      for _ in 0..<width { requestNext() }
      var total: [String: Int] = [:]
      var count = 0
      while let sizes = try await group.next() {
        count += 1
        await show(Double(count) / Double(repositories.count))
        total.merge(sizes, uniquingKeysWith: saturatingSum)
        let textSize = total.keys.reduce(0) { $0 + $1.utf8.count }
        guard total.count <= maximumCount, textSize <= maximumTextSize else { throw RepositoryError.tooLarge }
        requestNext()
      }
      return sorted(total)
    }
  }

  private static func saturatingSum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (left > 0 ? .max : .min) : sum
  }

  /// Sorts languages by size, the largest first, and then by name.
  static func sorted(_ sizes: [String: Int]) -> [LanguageSize] {
    sizes.map { LanguageSize(name: $0.key, bytes: $0.value) }
      .sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
  }
}
