import JSON
import SVVS
import SVVSTesting
import StateServer
import TestSupport
import Testing

/// Elements of a list that have ids are told apart by them: a patch has what one of them needs, and
/// nothing of the others.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct PatchIdentityTests {
  let app = ShelfApp()
  let front: FoldingClient

  init() async throws {
    front = FoldingClient(app)
    front.open(.patch)
    try await front.read()
  }

  @Test(arguments: 0..<20)
  func movingOneElementResendsNoOther(seed: Int) async throws {
    var random = try await filled(seed: seed)
    let from = Int.random(in: 0..<app.store.books.count, using: &random)
    let to = (from + Int.random(in: 2..<app.store.books.count - 1, using: &random)) % app.store.books.count
    let steps = try await stepsToBooks { books in
      let book = books.remove(at: from)
      books.insert(book, at: to)
    }
    #expect(steps.map { $0["op"]?.string } == ["remove", "add"])
    #expect(steps.map { $0["path"]?.string } == ["/books/\(from)", "/books/\(to)"])
    #expect(steps.last?["value"]?["id"]?.integer == Int64(app.store.books[to].id))
  }

  @Test(arguments: 0..<20)
  func changingAnElementSendsThatFieldOfIt(seed: Int) async throws {
    var random = try await filled(seed: seed)
    let index = Int.random(in: 0..<app.store.books.count, using: &random)
    let steps = try await stepsToBooks { $0[index].title = "another title" }
    #expect(steps.map(\.description) == [#"{"op":"replace","path":"/books/\#(index)/title","value":"another title"}"#])
  }

  @Test(arguments: 0..<20)
  func addingAndRemovingElementsDoesNotAffectOthers(seed: Int) async throws {
    var random = try await filled(seed: seed)
    let gone = Int.random(in: 0..<app.store.books.count, using: &random)
    let come = Int.random(in: 0..<app.store.books.count, using: &random)
    let changed = Int.random(in: 0..<app.store.books.count, using: &random)
    let steps = try await stepsToBooks { books in
      books.remove(at: gone)
      books.insert(Book(id: 100, title: ""), at: come)
      if changed != come { books[changed].tags.append("new") }
    }
    let added = steps.filter { $0["op"]?.string == "add" && $0["value"]?.kind == .object }
    #expect(added.map { $0["value"]?["id"]?.integer } == [100])
    #expect(steps.filter { $0["op"]?.string == "remove" }.map { $0["path"]?.string } == ["/books/\(gone)"])
    #expect(steps.count == (changed == come ? 2 : 3))
  }

  /// Puts some books on the shelf, with words enough that a step is shorter than the list.
  private func filled(seed: Int) async throws -> SeededGenerator {
    var random = SeededGenerator(seed: seed)
    let ids = Array(1...Int.random(in: 4...12, using: &random)).shuffled(using: &random)
    app.store.books = ids.map { Book(id: $0, title: "a title that is long enough to be worth keeping, of \($0)") }
    front.check("patch1")
    try await front.read()
    return random
  }

  /// The steps that describe a change of the books; they are folded, too.
  private func stepsToBooks(_ change: (inout [Book]) -> Void) async throws -> [JSONValue] {
    _ = front.client.takeChanges()
    change(&app.store.books)
    front.check("patch1")
    let line = try #require(front.client.unreadLines.first)
    try await front.read()
    return try #require(JSONValue(parsing: line)["params"]?["views"]?.elements.first?["patch"]).elements
  }
}
