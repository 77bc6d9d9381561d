import SVVS
import Testing

/// The beginning and the end of stores.
@MainActor
struct StoreScopeTests {
  @MainActor
  final class LoginStores {
    var note = ""
  }

  @Test func aLifetimeIsOverWhenTheScopeEndsOrBeginsAgain() throws {
    let scope = StoreScope<ScopeLifetime>()
    for change in [scope.end, { scope.begin { $0 } }] {
      scope.begin { $0 }
      let life = try #require(scope.current)
      try life.check()
      change()
      #expect(throws: CancellationError.self) { try life.check() }
    }
  }

  @Test func observersOfTheEndAreCalledOnceInOrderUnlessReleased() {
    let scope = StoreScope<ScopeLifetime>()
    var calls: [String] = []
    scope.begin { lifetime in lifetime }
    let first = scope.current?.onEnd { calls.append("first \(scope.current == nil)") }
    var second = scope.current?.onEnd { calls.append("second") }
    let third = scope.current?.onEnd { calls.append("third") }
    second = nil
    scope.end()
    scope.end()
    #expect(calls == ["first true", "third"])
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func aScopeEndsWithTheOneAroundIt() throws {
    let login = StoreScope<ScopeLifetime>()
    login.begin { $0 }
    let room = StoreScope<ScopeLifetime>(within: try #require(login.current))
    room.begin { $0 }
    let stay = try #require(room.current)
    login.begin { $0 }
    #expect(stay.isOver && room.current == nil)
    room.begin { $0 }
    #expect(room.current == nil, "the login around it is over")
  }

  @Test func aScopeWithinEndsAlone() throws {
    let login = StoreScope<ScopeLifetime>()
    login.begin { $0 }
    let room = StoreScope<ScopeLifetime>(within: try #require(login.current))
    room.begin { $0 }
    room.end()
    #expect(login.current?.isOver == false)
  }

  @Test func anObserverOfTheEndMayBeginTheScopeAgain() {
    let login = StoreScope<String>()
    var observations: [ScopeLifetime.EndObservation] = []
    login.begin { lifetime in
      observations.append(lifetime.onEnd { login.begin("meanwhile") })
      return "first"
    }
    login.begin("second")
    #expect(login.current == "second")
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

  @Test func endingAScopeReleasesItsStores() {
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
