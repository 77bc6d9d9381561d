import SVVS
import Testing

@testable import StateServer

/// Properties that follow from very many others.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct LongChainTests {
  @MainActor @Store
  final class Node {
    var own = 0
    private(set) weak var next: Node?
    /// A recursion: it goes as deep as the stack does.
    var sum: Int { own + (next?.sum ?? 0) }
    /// The same in a loop, which has no such limit.
    var sumOfLoop: Int {
      var (sum, node) = (0, Optional(self))
      while let current = node { (sum, node) = (sum + current.own, current.next) }
      return sum
    }

    init(next: Node?) { self.next = next }
  }

  @MainActor @ViewState("chain")
  final class ChainViewState {
    var sum: Int { inLoop ? first.sumOfLoop : first.sum }
    private let first: Node, inLoop: Bool

    init(first: Node, inLoop: Bool) { (self.first, self.inLoop) = (first, inLoop) }
  }

  @Test(arguments: [(5_000, false), (100_000, true)])
  func aChainIsObservedToItsEnd(length: Int, inLoop: Bool) {
    var nodes: [Node] = []
    for _ in 0..<length { nodes.append(Node(next: nodes.last)) }
    let view = ObservedView(ChainViewState(first: nodes[length - 1], inLoop: inLoop))
    #expect(view.snapshot() == #"{"sum":0}"#)
    for index in [0, length / 2, length - 1] { nodes[index].own += 1 }
    #expect(view.noticeCount == 1)
    #expect(view.changes() == #"{"changes":{"sum":3}}"#)
    view.end()
    nodes[0].own += 1
    #expect(view.noticeCount == 1)
  }
}
