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
    for _ in 1...2 { window.insert(Self.messages(1...50), before: 51) }
    #expect(window.messages(upTo: Self.messages(52...101)).elements.map(\.id) == Array(1...101))
  }

  @Test func earlierMessagesDoNotComeBeforeOthersThanThoseTheyWereReadFor() {
    let window = MessageWindow()
    _ = window.messages(upTo: Self.messages(51...100))
    let begunAnew = window.messages(upTo: Self.messages(200...249))
    window.insert(Self.messages(1...50), before: 51)
    #expect(begunAnew.elements.map(\.id) == Array(200...249))
  }

  @Test func whatIsReadAnewLeavesWhatHasComeBeforeIt() {
    let window = MessageWindow()
    let shown = window.messages(upTo: Self.messages(51...100))
    _ = window.messages(upTo: Self.messages(61...110))
    window.insert(Self.messages(1...50), before: 51)
    window.replace(from: 51, with: Self.messages((51...110).filter { $0 != 60 }))
    #expect(shown.elements.map(\.id) == (1...110).filter { $0 != 60 })
  }

  @Test func whatIsReadAnewDoesNotHideWhatHasComeSince() {
    let window = MessageWindow()
    _ = window.messages(upTo: Self.messages(1...50))
    _ = window.messages(upTo: Self.messages(2...51))
    window.replace(from: 1, with: Self.messages(1...50))
    #expect(window.messages(upTo: Self.messages(2...51)).elements.map(\.id) == Array(1...51))
  }
}
