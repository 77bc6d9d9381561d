import DemoApp
import JSON

/// Limits the number of elements in an answer. The main thread compares, shows and sends the elements, and must not
/// be delayed.
struct AnswerLimit {
  static let smoothies = AnswerLimit(1000)
  static let notes = AnswerLimit(10_000)
  static let languages = AnswerLimit(1000)
  static let friends = AnswerLimit(maximumFriends, of: "friendIDs")
  static let foundUsers = AnswerLimit(100, of: "items")
  static let repositoriesOnPage = AnswerLimit(100)

  static let maximumFriends = 1000
  /// The maximum total number of repositories on all pages.
  static let maximumRepositories = 10_000
  /// The maximum size of the text that is collected from several answers, in bytes. A text of 3.6 MB (a thousand
  /// friends with six hundred ids each) delayed other work for 50 to 59 ms.
  static let maximumTextSize = 2 << 20
  /// The maximum number of JSON values in an answer. While an answer is decoded, each value takes about a hundred
  /// bytes.
  static let maximumValues = 250_000

  private let count: Int
  private let member: String?

  /// Creates a limit on the number of elements or members of an answer. If `member` is not nil, the limit applies to
  /// that member of the answer instead.
  init(_ count: Int, of member: String? = nil) {
    self.count = count
    self.member = member
  }

  /// Throws an error if an answer exceeds the limit, before it is decoded.
  func check(_ json: JSONValue) throws(RepositoryError) {
    try AnswerLimit.check((member.map { json[$0] } ?? json)?.count ?? 0, atMost: count)
  }

  /// Throws an error if a count exceeds a limit.
  static func check(_ count: Int, atMost limit: Int) throws(RepositoryError) {
    guard count <= limit else { throw .tooLarge }
  }
}
