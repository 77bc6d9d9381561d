import JSON
import SVVS
import TestSupport

// The values are few, so that a random edit often changes nothing, or changes something back.
private let texts = ["", "a", "a \"text\" / ~ é 😀", "a text that is long enough to be worth keeping where it is"]
private let keys = ["a", "b/c", "~", "~1", "é", ""]

extension ShelfStore {
  /// Changes one to three things.
  func edit(using random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...3, using: &random) { editOnce(using: &random) }
  }

  private func editOnce(using random: inout SeededGenerator) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: count = Int.random(in: 0..<3, using: &random)
    case 1: weight = [0, 0.5, 1, 1e300].randomElement(using: &random) ?? 0
    case 2: note = Bool.random(using: &random) ? nil : text(using: &random)
    case 3: table.lamp.isOn.toggle()
    case 4: table.lamp.color = Bool.random(using: &random) ? nil : text(using: &random)
    case 5: table.label = text(using: &random)
    case 6: reader.name = text(using: &random)
    case 7: reader = Reader(name: text(using: &random))
    case 8: rows = (0..<Int.random(in: 0..<3, using: &random)).map { Array(repeating: count, count: $0) }
    case 9: tallies[key(using: &random)] = Bool.random(using: &random) ? nil : Int.random(in: 0..<3, using: &random)
    case 10: loans[key(using: &random)] = loan(using: &random)
    case 11: setAnything(using: &random)
    case 12...15: editPile(using: &random)
    default: editBooks(using: &random)
    }
  }

  private func editBooks(using random: inout SeededGenerator) {
    let index = books.indices.randomElement(using: &random)
    switch (Int.random(in: 0..<11, using: &random), index) {
    case (0, _): books.shuffle(using: &random)
    case (1, _): books = Bool.random(using: &random) ? [] : books.reversed()
    case (2, let index?): books.remove(at: index)
    case (3, let index?):
      let book = books.remove(at: index)
      books.insert(book, at: Int.random(in: 0...books.count, using: &random))
    case (4, let index?): books[index].title = text(using: &random)
    case (5, let index?): books[index].tags.append(text(using: &random))
    case (6, let index?): books[index].loan = loan(using: &random)
    // Now and then two have the same id.
    case (7, let index?): books[index].id = Int.random(in: 1...9, using: &random)
    default:
      let id = (1...9).first { id in !books.contains { $0.id == id } } ?? 9
      books.insert(Book(id: id, title: text(using: &random)), at: Int.random(in: 0...books.count, using: &random))
    }
  }

  private func editPile(using random: inout SeededGenerator) {
    let index = pile.indices.randomElement(using: &random)
    let book = Book(id: Int.random(in: 1...9, using: &random), title: text(using: &random))
    switch (Int.random(in: 0..<10, using: &random), index) {
    case (0, _): pile = ObservableArray(pile.reversed())
    case (1, _): pile.elements = Bool.random(using: &random) ? [] : pile.elements
    case (2, let index?): pile.remove(at: index)
    case (3, let index?): pile[index] = book
    case (4, let index?): pile[index].title = text(using: &random)
    case (5, let index?): pile[index].tags.append(text(using: &random))
    case (6, let index?):
      let end = Int.random(in: index...pile.count, using: &random)
      pile.replaceSubrange(index..<end, with: [book])
    case (7, _): pile.append(book)
    default: pile.insert(book, at: Int.random(in: 0...pile.count, using: &random))
    }
  }

  private func setAnything(using random: inout SeededGenerator) {
    let text = Bool.random(using: &random) ? edited(anything, using: &random) : randomValue(depth: 3, using: &random)
    guard let value = try? JSONValue(parsing: text) else { preconditionFailure("no JSON: \(text)") }
    anything = value
  }

  private func loan(using random: inout SeededGenerator) -> Loan? {
    Bool.random(using: &random) ? nil : Loan(reader: text(using: &random), days: Int.random(in: 0..<3, using: &random))
  }

  private func text(using random: inout SeededGenerator) -> String { texts.randomElement(using: &random) ?? "" }

  private func key(using random: inout SeededGenerator) -> String { keys.randomElement(using: &random) ?? "" }
}
