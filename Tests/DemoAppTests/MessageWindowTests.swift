import Foundation
import SVVS
import Testing

@testable import DemoApp

/// How the newest messages join those that are shown.
@MainActor
struct MessageWindowTests {
  static func messages(_ ids: some Sequence<Int>) -> [Message] {
    ids.map { Message(id: $0, account: "a", name: "A", body: "text", time: Date(milliseconds: $0)) }
  }

  /// What is shown after each of some newest messages has come.
  func shown(after newest: [any Sequence<Int>]) -> [Int] {
    let window = MessageWindow()
    var shown: [Int] = []
    for ids in newest { shown = window.messages(upTo: Self.messages(ids)).elements.map(\.id) }
    return shown
  }

  @Test func newMessagesAreAddedAndNoneIsDropped() {
    #expect(shown(after: [1...50, 2...51, 40...89]) == Array(1...89))
  }

  @Test func whatWasDeletedOrCameBetweenIsTakenOver() {
    #expect(shown(after: [[1, 2, 4, 5], [1, 2, 3, 5]]) == [1, 2, 3, 5])
    #expect(shown(after: [[5, 6], []]) == [])
  }

  @Test func whereMessagesBetweenAreMissingItBeginsAnew() {
    #expect(shown(after: [1...50, 200...249]) == Array(200...249))
  }

  @Test func earlierMessagesComeBeforeTheFirstAndOnce() {
    let window = MessageWindow()
    _ = window.messages(upTo: Self.messages(51...100))
    for _ in 1...2 { window.insert(earlier: Self.messages(1...50)) }
    #expect(window.messages(upTo: Self.messages(52...101)).elements.map(\.id) == Array(1...101))
  }

  @Test func whatIsReadAnewDoesNotHideWhatHasComeSince() {
    let window = MessageWindow()
    _ = window.messages(upTo: Self.messages(1...50))
    _ = window.messages(upTo: Self.messages(2...51))
    window.replaceAll(with: Self.messages(1...50))
    #expect(window.messages(upTo: Self.messages(2...51)).elements.map(\.id) == Array(1...51))
  }
}
