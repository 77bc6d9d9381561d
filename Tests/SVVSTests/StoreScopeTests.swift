import SVVS
import Testing

/// Stores that begin and end.
@MainActor
struct StoreScopeTests {
  @MainActor
  final class LoginStores {
    var note = ""
  }

  @Test func endingAScopeLetsGoOfItsStores() {
    let scope = StoreScope<LoginStores>()
    scope.begin(LoginStores())
    weak let stores = scope.current
    #expect(stores != nil)
    scope.end()
    #expect(scope.current == nil)
    #expect(stores == nil)
  }

  @Test func aLateReplyChangesNothingOfTheNext() {
    let scope = StoreScope<LoginStores>()
    scope.begin(LoginStores())
    let first = scope.current
    scope.begin(LoginStores())
    first?.note = "late"
    #expect(scope.current?.note == "")
  }
}
