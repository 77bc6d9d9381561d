import JSON
import ProtocolNames
import StateProtocol
import Testing

@testable import StateServer

struct ProtocolSchemaTests {
  @Test(arguments: RequestMethod.allCases)
  func aMethodIsFoundByItsNameAndHasItsType(method: RequestMethod) {
    #expect(RequestMethod(named: method.rawValue) == method)
    #expect(method.type.method == method.rawValue)
  }
}
