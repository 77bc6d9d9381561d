#if HTTP
  import DemoApp
  import JSON

  /// How much of an answer is taken. What an answer brings is compared, shown and sent on the main thread, which
  /// must not be held up by it.
  struct AnswerLimit {
    static let smoothies = AnswerLimit(1000)
    static let notes = AnswerLimit(10_000)
    static let languages = AnswerLimit(1000)
    static let friends = AnswerLimit(maximumFriends, of: "friendIDs")
    static let foundUsers = AnswerLimit(100, of: "items")
    static let repositoriesOnPage = AnswerLimit(100)

    static let maximumFriends = 1000
    /// Of all pages together.
    static let maximumRepositories = 10_000
    /// The bytes of text in what is gathered from several answers. A thousand friends with six hundred ids each, which is
    /// 3.6 MB of them, held others up for 50 to 59 ms.
    static let maximumTextSize = 2 << 20
    /// The values in an answer, of whatever kind: each takes a hundred bytes or so as long as it is decoded.
    static let maximumValues = 250_000

    private let count: Int
    private let member: String?

    /// A limit to the elements or members of an answer, or of a member of it.
    init(_ count: Int, of member: String? = nil) {
      self.count = count
      self.member = member
    }

    /// Refuses an answer that has more, before it is decoded.
    func check(_ json: JSONValue) throws(RepositoryError) {
      try AnswerLimit.check((member.map { json[$0] } ?? json)?.count ?? 0, atMost: count)
    }

    /// Refuses more of something than is taken.
    static func check(_ count: Int, atMost limit: Int) throws(RepositoryError) {
      guard count <= limit else { throw .tooLarge }
    }
  }
#endif
