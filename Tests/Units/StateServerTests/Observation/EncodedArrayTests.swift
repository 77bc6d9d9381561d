import JSON
import SVVS
import TestSupport
import Testing

@testable import StateServer

/// The text of an observable array that is kept up with its changes is the one that is made anew.
@MainActor
struct EncodedArrayTests {
  func text(of encoded: EncodedArray<Int>) -> String {
    var writer = JSONWriter()
    encoded.write(to: &writer)
    return writer.description
  }

  @Test func itIsAsIfItWereMadeAnew() {
    for seed in 1...30 {
      var random = SeededGenerator(seed: seed)
      let array = ObservableArray(Array(0..<Int.random(in: 0...400, using: &random)))
      let encoded = EncodedArray(array)
      for _ in 0..<200 {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          let start = Int.random(in: 0...array.count, using: &random)
          let end = Int.random(in: start...min(array.count, start + 3), using: &random)
          let count = Int.random(in: 0...3, using: &random)
          let elements = (0..<count).map { _ in Int.random(in: 0...2000, using: &random) }
          array.replaceSubrange(start..<end, with: elements)
        }
        let expected = "[" + array.map(String.init).joined(separator: ",") + "]"
        #expect(text(of: encoded) == expected, "seed \(seed)")
      }
    }
  }

  @Test func onlyChangedElementsAreEncodedAgain() {
    let view = ObservableArrayTests()
    for _ in 0..<2 { _ = view.snapshot() }
    ObservableArrayTests.Row.$written.withValue(ObservableArrayTests.Counter()) {
      view.rows[7].title = "New"
      #expect(view.snapshot().contains(#"{"id":7,"title":"New"},{"id":8,"#))
      #expect(ObservableArrayTests.Row.written.count < 10)
    }
  }
}
