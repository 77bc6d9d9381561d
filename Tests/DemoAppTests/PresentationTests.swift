import Testing

@testable import DemoApp

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

  @Test(arguments: Language.allCases)
  func everyFailureHasAMessageOfItsOwn(language: Language) {
    let failures: [RepositoryError] = [
      .notFound, .unauthorized, .invalidRequest, .rateLimited(retryAfter: nil), .rateLimited(retryAfter: 7), .timedOut,
      .unreachable, .unexpectedReply,
    ]
    let messages = failures.compactMap { Texts(language: language).message(for: $0) }
    #expect(Set(messages).count == failures.count)
  }

  @Test func aCancellationHasNoMessage() {
    #expect(Texts(language: .english).message(for: CancellationError()) == nil)
  }

  @Test func aPlaceholderHasAName() {
    #expect(UserPresentation.displayName(of: nil) == "User Name")
    #expect(UserPresentation.displayName(of: .userB) == "User B")
  }
}
