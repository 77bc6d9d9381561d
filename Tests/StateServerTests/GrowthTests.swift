import JSONRPC
import SVVS
import Testing

@testable import SVVSTesting
@testable import StateServer

/// How the time of a message grows with what is open. The bounds are generous: a scan and a quadratic loop take many
/// times as long.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct GrowthTests {
  /// A view with work that lasts until it is cancelled.
  @MainActor @ViewState("working")
  final class WorkingViewState {
    @Action func work() async { try? await Task.sleep(for: .seconds(86_400)) }
  }

  private struct GrowingApp: App {
    var views: [ViewType<Void>] { [ViewType(WorkingViewState.self) { WorkingViewState() }] }
  }

  @Test func theTimeToSettleTheCallsOfAViewGrowsLikeTheirNumber() {
    let host = TestHost(GrowingApp())
    let peer = host.connect(InProcessTransport())
    func time(forCalls count: Int) -> Int {
      ProcessorTime.least {
        let view = ObservedView(WorkingViewState()).view
        var table = CallTable<Call>()
        let calls = (1...count).map { number in
          let call = Call("work", id: nil, batch: nil, from: peer)
          call.begin(as: table.begin(call, id: nil), number: number, of: view, mayGoUnnoticed: false)
          view.began(call)
          return call
        }
        #expect(view.calls.map(\.number) == Array(1...count))
        for call in calls { view.settled(call) }
        #expect(view.calls.isEmpty)
      }
    }
    let few = time(forCalls: 500)
    #expect(time(forCalls: 16_000) < 150 * few, "32 times as many; a quadratic loop takes 1,000 times as long")
  }
}
