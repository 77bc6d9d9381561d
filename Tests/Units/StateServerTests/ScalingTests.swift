import JSON
import SVVS
import StateProtocol
import Testing

@testable import SVVSTesting
@testable import StateServer

/// Tests the growth of the time of a message with the number of open views. The bounds are generous: a scan or a
/// quadratic loop takes many times as long.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ScalingTests {
  /// A view without actions.
  @MainActor @ViewState("text")
  final class TextViewState {
    var text = ""
  }

  /// A view with work that lasts until it is cancelled.
  @MainActor @ViewState("working")
  final class WorkingViewState {
    @Action func work() async { try? await Task.sleep(for: .seconds(86_400)) }
    @Action func rest() {}
  }

  private struct ManyViewsApp: App {
    var views: [ViewType<Void>] {
      [
        ViewType(TextViewState.self) { TextViewState() },
        ViewType(WorkingViewState.self) { WorkingViewState() },
      ]
    }
  }

  /// A client with a number of open views without actions, and one view with actions.
  private func client(withViews count: Int) -> TestClient {
    let client = TestClient(ManyViewsApp())
    for number in 0..<count { client.request(ViewOpen(type: "text", view: ExactString("t\(number)"))) }
    client.request(ViewOpen(type: "working", view: "w"))
    return client
  }

  @Test func aMessageTakesNoLongerBesideManyViews() {
    // Both are more than the names that are suggested.
    let (few, many) = (client(withViews: 1_100), client(withViews: 22_000))
    let view = #"{"view":"nowhere"}"#
    let messages = [
      ("rset", "{}"), ("rest", "{}"), ("rest", view), ("view/get", view), ("session/close", #"{"session":"nowhere"}"#),
    ]
    for (method, params) in messages {
      func time(_ client: TestClient) -> Int {
        ProcessorTime.least { for _ in 0..<10 { #expect(client.request(method, params).isSettled) } }
      }
      #expect(time(many) < 5 * time(few), "a scan takes 20 times as long: \(method) \(params)")
    }
    func timeOfSession(_ client: TestClient) -> Int {
      ProcessorTime.least {
        for _ in 0..<10 {
          client.request(SessionOpen(session: "s"))
          client.request(ViewOpen(type: "text", view: "s", session: "s"))
          #expect(client.request(SessionClose(session: "s")).isSettled)
        }
      }
    }
    #expect(timeOfSession(many) < 5 * timeOfSession(few), "a scan takes 20 times as long")
  }

  @Test func aClosedViewOfASharedSessionReleasesItsParameters() throws {
    let session = Session(
      "s", keep: 0, makeState: { _, _ in preconditionFailure("opens no view") }, endings: Endings(timeout: .zero) {},
      counting: SubscriptionCount())
    let view = View(
      id: "v", number: 1, session: session, params: try JSONObject(json: JSONValue(parsing: #"{"a":1}"#)),
      interface: TextViewState.interface, state: TextViewState(), openedAfter: 0)
    #expect(view.params.json.count == 1)
    _ = view.leave(.shutdown)
    #expect(view.params.json.count == 0)
  }

  @Test func theTimeToSettleTheCallsOfAViewGrowsLikeTheirNumber() {
    let host = TestHost(ManyViewsApp())
    let connection = host.connect(InProcessTransport())
    func time(forCalls count: Int) -> Int {
      ProcessorTime.least {
        let view = ObservedView(WorkingViewState()).view
        let calls = (1...count).map { number in
          let call = Call("work", id: nil, batch: nil, from: connection)
          call.begin(number: number, of: view)
          return call
        }
        #expect(view.calls.map(\.number) == Array(1...count))
        for call in calls { view.remove(call) }
        #expect(view.calls.isEmpty)
      }
    }
    let few = time(forCalls: 500)
    #expect(time(forCalls: 16_000) < 150 * few, "32 times as many; a quadratic loop takes 1,000 times as long")
  }
}
