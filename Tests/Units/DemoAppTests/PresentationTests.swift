import Foundation
import SVVSPersistence
import Testing

@testable import DemoApp
@testable import DemoFixtures

/// The pure functions that make texts.
struct PresentationTests {
  @Test(
    arguments: [
      (0, "0"), (1, "1"), (3, "Buzz"), (5, "Fizz"), (15, "FizzBuzz"), (-3, "Buzz"), (-7, "-7"), (30, "FizzBuzz"),
    ])
  func fizzBuzz(number: Int, text: String) {
    #expect(FizzBuzz.text(for: number) == text)
  }

  @Test(
    arguments: [
      (Language.japanese, User.userA, "こんにちは User Aさん"), (.japanese, nil, "名前が取得できません"),
      (.english, User.userA, "Hello, User A"), (.english, nil, "Your name could not be found"),
    ] as [(Language, User?, String)])
  func greeting(language: Language, user: User?, text: String) {
    #expect(Texts(language: language).greeting(of: user) == text)
  }

  @Test(
    arguments: [
      (Language.japanese, true, "ログイン中"), (.japanese, false, "ログアウト中"), (.english, true, "Logged in"),
      (.english, false, "Logged out"),
    ])
  func loginLabel(language: Language, isLogin: Bool, text: String) {
    #expect(Texts(language: language).loginLabel(isLogin: isLogin) == text)
  }

  @Test(arguments: Language.allCases)
  func everyFailureHasAMessageOfItsOwn(language: Language) {
    let failures: [RepositoryError] = [
      .notFound, .unauthorized, .tokenRefused, .invalidRequest, .rateLimited(retryAt: nil),
      .rateLimited(retryAt: .distantPast),
      .timedOut, .unreachable, .unexpectedReply, .notBuiltIn, .diskFull, .readOnly, .inUse, .databaseUnavailable,
      .outcomeUnknown, .notPermitted, .invalidText, .storageFailed,
    ]
    let messages = failures.compactMap { Texts(language: language).message(for: $0) }
    #expect(Set(messages).count == failures.count)
  }

  @Test(
    arguments: [
      (.diskFull, .diskFull), (.unavailable, .databaseUnavailable), (.inUse, .inUse), (.failed, .storageFailed),
    ] as [(DatabaseError.Kind, RepositoryError)])
  func aDatabaseErrorSaysWhatIsWrong(kind: DatabaseError.Kind, meaning: RepositoryError) {
    #expect(RepositoryError(DatabaseError(kind, "")) == meaning)
  }

  @Test(arguments: [("", ["b", "a", "B"]), ("b", ["b"]), ("B", ["B"]), ("x", [])])
  func aKeywordIsContainedInTheTitleInItsCaseAndKeepsTheOrder(keyword: String, ids: [String]) {
    let menu = ["b", "a", "B"].map { Smoothie(id: $0, title: "The \($0)", price: 400, endDate: .distantPast) }
    #expect(SmoothiePresentation.rows(menu, favorites: [], keyword: keyword).map(\.id) == ids)
  }

  @Test func aRowHasThePriceWithItsCurrencyAndWhetherItIsAFavourite() {
    let menu = ["a", "b"].map { Smoothie(id: $0, title: "The \($0)", price: 450, endDate: .distantPast) }
    let rows = SmoothiePresentation.rows(menu, favorites: ["b", "unknown"], keyword: "")
    #expect(rows.map(\.priceText) == ["¥450", "¥450"])
    #expect(rows.map(\.isFavorite) == [false, true])
  }

  @Test(
    arguments: [("2022-02-01T00:00:00+09:00", "2022/02/01"), ("2022-01-31T14:59:59Z", "2022/01/31")])
  func aDayIsThatOfTheShopsTimeZone(date: String, text: String) throws {
    #expect(SmoothiePresentation.text(of: try Date(date, strategy: .iso8601)) == text)
  }

  @Test(
    arguments: [
      ([:], false, ["C", "B"]), ([:], true, ["B"]), (["C": true], true, ["C", "B"]), (["B": false], true, []),
    ] as [([User.ID: Bool], Bool, [String])])
  func friendsComeInTheOrderOfTheirIDsUnderTheChoicesMade(
    choices: [User.ID: Bool], onlyBookmarked: Bool, ids: [String]
  ) {
    let known = ["B": User(id: "B", name: "User B", isBookmarked: true), "C": User.userC]
    let friends = FriendsPresentation.friends(
      ["C", "Z", "B", "C"], known: { known[$0] }, bookmarks: choices, onlyBookmarked: onlyBookmarked)
    #expect(friends.map(\.id) == ids)
    #expect(!onlyBookmarked || friends.allSatisfy(\.isBookmarked))
  }

  @Test func languagesAreSortedBySizeAndThenByName() {
    let sorted = LanguageSizes.sorted(["C": 5, "B": 7, "A": 5])
    #expect(sorted.map(\.name) == ["B", "A", "C"])
  }

  @Test func aCancellationHasNoMessage() {
    #expect(Texts(language: .english).message(for: CancellationError()) == nil)
  }
}
