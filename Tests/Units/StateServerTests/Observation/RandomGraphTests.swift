import SVVS
import TestSupport
import Testing

@testable import StateServer

/// Changes of random graphs of stores, which the observation of the library and Observation detect in the same way,
/// change by change.
@MainActor
struct RandomGraphTests {
  /// A number of a node, reached over some neighbours.
  struct Term {
    let node: Int
    let steps: Int
    let isSecond: Bool
  }

  @MainActor
  protocol Node: AnyObject {
    init()
    var first: Int { get set }
    var second: Int { get set }
    var next: Self? { get set }
  }

  @MainActor @Store
  final class OwnNode: Node {
    var first = 0
    var second = 0
    var next: OwnNode?

    init() {}
  }

  @MainActor @Observable
  final class ObservableNode: Node {
    var first = 0
    var second = 0
    var next: ObservableNode?

    init() {}
  }

  @MainActor @ViewState("own")
  final class OwnViewState {
    var sum: Int { graph.sum(terms) }
    var largest: Int? { graph.largest(terms) }
    private var terms: [Term]
    private let graph: Graph<OwnNode>

    init(graph: Graph<OwnNode>, terms: [Term]) { (self.graph, self.terms) = (graph, terms) }

    func look(at terms: [Term]) { self.terms = terms }
  }

  @MainActor @Observable @ViewState("observable")
  final class ObservableViewState {
    var sum: Int { graph.sum(terms) }
    var largest: Int? { graph.largest(terms) }
    private var terms: [Term]
    private let graph: Graph<ObservableNode>

    init(graph: Graph<ObservableNode>, terms: [Term]) { (self.graph, self.terms) = (graph, terms) }

    func look(at terms: [Term]) { self.terms = terms }
  }

  /// Nodes that refer to one another.
  @MainActor
  final class Graph<Element: Node> {
    var nodes: [Element] = (0..<6).map { _ in Element() }

    func value(_ term: Term) -> Int {
      var node = nodes[term.node]
      for _ in 0..<term.steps { node = node.next ?? node }
      return term.isSecond ? node.second : node.first
    }

    func sum(_ terms: [Term]) -> Int { terms.reduce(0) { $0 + value($1) } }

    /// Reads fewer of them when the first is odd.
    func largest(_ terms: [Term]) -> Int? {
      guard let first = terms.first, value(first) % 2 == 0 else { return nil }
      return terms.map(value).max()
    }
  }

  /// A pair of views of two graphs that are alike.
  @MainActor
  struct Pair {
    let own: ObservedView
    let observable: ObservedView
    let look: @MainActor ([Term]) -> Void
  }

  let own = Graph<OwnNode>()
  let observable = Graph<ObservableNode>()

  func pair(_ terms: [Term]) -> Pair {
    let (first, second) = (
      OwnViewState(graph: own, terms: terms), ObservableViewState(graph: observable, terms: terms)
    )
    let pair = Pair(own: ObservedView(first), observable: ObservedView(second)) { terms in
      first.look(at: terms)
      second.look(at: terms)
    }
    #expect(pair.own.snapshot() == pair.observable.snapshot())
    return pair
  }

  @Test(arguments: 1...40)
  func bothNoticeTheSame(seed: Int) {
    var random = SeededGenerator(seed: seed)
    func terms() -> [Term] {
      (0..<Int.random(in: 0...5, using: &random)).map { _ in
        Term(
          node: .random(in: 0..<6, using: &random), steps: .random(in: 0...3, using: &random),
          isSecond: .random(using: &random))
      }
    }
    var pairs = (0..<4).map { _ in pair(terms()) }
    for _ in 0..<200 {
      let notices = pairs.map { ($0.own.noticeCount, $0.observable.noticeCount) }
      let node = Int.random(in: 0..<6, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3:
        let value = Int.random(in: 0...3, using: &random)
        (own.nodes[node].first, observable.nodes[node].first) = (value, value)
      case 4, 5:
        let value = Int.random(in: 0...3, using: &random)
        (own.nodes[node].second, observable.nodes[node].second) = (value, value)
      case 6, 7:
        let next = Int.random(in: 0..<6, using: &random)
        (own.nodes[node].next, observable.nodes[node].next) = (own.nodes[next], observable.nodes[next])
      case 8: (own.nodes[node].next, observable.nodes[node].next) = (nil, nil)
      case 9:
        // A node that is followed may be released.
        (own.nodes[node], observable.nodes[node]) = (OwnNode(), ObservableNode())
      case 10: pairs[node % pairs.count].look(terms())
      default:
        let ended = pairs.remove(at: node % pairs.count)
        ended.own.end()
        ended.observable.end()
        pairs.append(pair(terms()))
        continue
      }
      for (pair, before) in zip(pairs, notices) {
        #expect((pair.own.noticeCount > before.0) == (pair.observable.noticeCount > before.1))
        if Bool.random(using: &random) { #expect(pair.own.changes() == pair.observable.changes()) }
      }
    }
    for pair in pairs {
      #expect(pair.own.changes() == pair.observable.changes())
      #expect(pair.own.snapshot() == pair.observable.snapshot())
      pair.own.end()
      pair.observable.end()
    }
  }
}
