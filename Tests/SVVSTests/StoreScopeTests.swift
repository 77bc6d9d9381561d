import SVVS
import Testing

/// Stores that begin and end.
@MainActor
struct StoreScopeTests {
  @MainActor
  final class LoginStores {
    var note = ""
  }

  @Test func aLifeIsOverWhenTheScopeEndsOrBeginsAnew() throws {
    let scope = StoreScope<ScopeLifetime>()
    for change in [scope.end, { scope.begin { $0 } }] {
      scope.begin { $0 }
      let life = try #require(scope.current)
      try life.check()
      change()
      #expect(throws: CancellationError.self) { try life.check() }
    }
  }

  @Test func aViewsStateOfAScopeIsNewWheneverTheScopeBeginsOrEnds() {
    final class Form { var draft = "" }
    let scope = StoreScope<Int>()
    let form = ScopeLocal(scope) { Form() }
    for change in [{ scope.begin(1) }, { scope.begin(1) }, scope.end] {
      form.current.draft = "typed"
      #expect(form.current.draft == "typed")
      change()
      #expect(form.current.draft == "")
    }
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
