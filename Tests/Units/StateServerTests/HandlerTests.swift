import ReservedNames
import StateProtocol
import Testing

@testable import StateServer

@MainActor
struct HandlerTests {
  @Test func everyRequestOfTheProtocolIsHandled() {
    #expect(Set(RequestHandler.names) == Set(ClientRequests.all.map { $0.method }))
  }

  @Test func methodsThatCouldBeFunctionsAreReserved() {
    let names = RequestHandler.names.filter { $0.wholeMatch(of: /[A-Za-z_]\w*/) != nil }
    #expect(ReservedNames.methods == Set(names))
    #expect(ReservedNames.view == ParameterName.view)
  }
}
