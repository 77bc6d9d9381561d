import StateProtocol
import SVVS
import SVVSTesting
import StateServer
import Testing

@JSONCodable
enum Colour: String {
  case green, blue
}

/// Takes the same values openly and as secrets.
@MainActor @ViewState("safe")
final class SafeViewState {
  var colour = Colour.green
  @WriteOnly var secretColour = Colour.green

  @Action @Argument("secret", isWriteOnly: true) func paint(colour: Colour? = nil, secret: Colour? = nil) {}
}

/// A refusal tells what a value resembles; of a secret that would tell too much.
@MainActor
struct SecretValueTests {
  @Test(arguments: [
    ("paint", #""colour":"bleu""#, true), ("paint", #""secret":"bleu""#, false),
    ("view/set", #""properties":{"colour":"bleu"}"#, true),
    ("view/set", #""properties":{"secretColour":"bleu"}"#, false),
  ])
  func whatAValueResemblesIsToldUnlessItIsSecret(method: String, params: String, isTold: Bool) async throws {
    let client = TestClient(SafeViewState.self) { SafeViewState() }
    try await client.open("safe", as: "s")
    let failure = try #require(await client.request(method, #"{"view":"s",\#(params)}"#).failure)
    #expect(failure.message.contains(#"did you mean "blue"?"#) == isTold)
    #expect(!failure.message.contains("bleu"))
  }
}
