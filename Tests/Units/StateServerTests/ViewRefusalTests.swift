import SVVS
import SVVSTesting
import StateProtocol
import StateServer
import Testing

/// Views that are not opened.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct ViewRefusalTests {
  let app = LoginApp()

  @Test func anAppRefusesAViewWithAMessageOfItsOwn() async throws {
    let failure = await TestClient(app).request("view/open", #"{"type":"account","view":"a"}"#).failure
    #expect(failure == Failure(.invalidParams(path: JSONPointer("params")), "Log in first."))
  }

  @Test func aViewWhoseLifetimeIsOverIsRefused() async throws {
    app.logIn()
    let account = try #require(app.login.current)
    let client = TestClient(AccountViewState.self) {
      AccountViewState(account, login: app.login, lifetime: account.lifetime, gate: app.gate)
    }
    app.login.end()
    let failure = await client.request("view/open", #"{"type":"account"}"#).failure
    #expect(failure?.kind == .invalidParams(path: JSONPointer("params")))
  }
}
