import JSON
import Testing

struct UnknownNameTests {
  private static let names = ["login", "logout", "reload", "toggleFavorite", "a", "v1", "größe"]

  @Test(arguments: [
    ("lgoin", "login"), ("logon", "login"), ("logi", "login"), ("loginn", "login"), ("LOGIN", "login"),
    ("relaod", "reload"), ("toggleFavourite", "toggleFavorite"), ("togleFavorit", "toggleFavorite"), ("A", "a"),
    ("v2", "v1"), ("grösse", "größe"),
  ])
  func theClosestNameIsSuggested(name: String, closest: String) {
    #expect(UnknownName(name, among: UnknownNameTests.names).suggestion == closest)
  }

  @Test(arguments: ["", "b", "lgn", "nonsense", "toggle", "log in out", String(repeating: "login", count: 100)])
  func whatResemblesNothingHasNoSuggestion(name: String) {
    #expect(UnknownName(name, among: UnknownNameTests.names).suggestion == nil)
  }

  @Test func ofEquallyCloseNamesTheFirstIsSuggested() {
    #expect(UnknownName("bat", among: ["cat", "hat"]).suggestion == "cat")
    #expect(UnknownName("bat", among: ["hat"], or: ["cat", "bats"]).suggestion == "hat")
    #expect(UnknownName("bat", among: ["dog"], or: ["cat"]).suggestion == "cat")
  }

  @Test func ofManyNamesAHundredAreReported() {
    let names = (0..<100_000).map { "name \($0)" }
    let unknown = UnknownName("another", among: names)
    #expect(unknown.available == Array(names.prefix(100)))
    #expect(unknown.suggestion == nil)
  }

  @Test func aNameIsReportedUnlessItIsTooLong() {
    #expect(UnknownName(String(repeating: "é", count: 512), among: []).name?.count == 512)
    #expect(UnknownName(String(repeating: "é", count: 512) + "x", among: []).name == nil)
  }

  @Test func aValueIsNeverReported() {
    let unknown = UnknownName(value: "hunter3", among: ["hunter2"])
    #expect(unknown == UnknownName(name: nil, available: ["hunter2"], suggestion: "hunter2"))
  }
}
