import DemoApp
import SVVSPersistence
import SVVSTesting
import Testing

/// Notes: a live query over what the app keeps, and a backend that holds its answers.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct NotesTests {
  let app = GatedApp()
  var client: TestClient { app.client }

  static let one = RemoteNote(id: "r1", content: "one")
  static let loading = #"n {"apiState":"loading"}"#

  /// Opens a notes page and refreshes it with what the backend answers.
  func open(as view: String = "n", with notes: [RemoteNote]) async throws {
    try await client.open("notes", as: view)
    let refresh = client.call("didAppear", on: view)
    await app.notes.gate.arrival(of: app.notes.gate.arrived.count + 1)
    await app.notes.gate.release("A", with: notes)
    await refresh.settled
    _ = client.takeChanges()
  }

  @Test func withoutAUserNothingIsFetched() async throws {
    try await client.open("notes", as: "n")
    for action in ["didAppear", "refresh", "add"] { await client.call(action, on: "n").settled }
    #expect(client.takeChanges() == [])
    #expect(app.notes.gate.arrived == [])
  }

  @Test func aRefreshShowsItsProgressAndThenTheNotes() async throws {
    try await app.logIn(.userA)
    try await client.open("notes", as: "n")
    let refresh = client.call("refresh", on: "n")
    #expect(client.takeChanges() == [Self.loading])
    await app.notes.gate.arrival(of: 1)
    await app.notes.gate.release("A", with: [Self.one])
    await refresh.settled
    let state = try await client.state(of: "n")
    #expect(state["notes"]?.description == #"[{"id":"1","content":"one"}]"#)
    #expect(state["apiState"]?.string == "success")
  }

  @Test func aFailedRefreshIsStateAndARetryMendsIt() async throws {
    try await app.logIn(.userA)
    try await client.open("notes", as: "n")
    let refresh = client.call("refresh", on: "n")
    await app.notes.gate.arrival(of: 1)
    await app.notes.gate.fail("A", with: RepositoryError.timedOut)
    #expect(await refresh.failure == nil)
    #expect(
      client.takeChanges() == [
        Self.loading, #"n {"apiState":"failure","errorMessage":"The server did not answer in time"}"#,
      ])
    let retry = client.call("refresh", on: "n")
    await app.notes.gate.arrival(of: 2)
    await app.notes.gate.release("A", with: [])
    await retry.settled
    #expect(client.takeChanges() == [#"n {"apiState":"loading","errorMessage":null}"#, #"n {"apiState":"success"}"#])
  }

  @Test func aSecondRefreshJoinsTheFirst() async throws {
    try await app.logIn(.userA)
    try await client.open("notes", as: "n")
    let (first, second) = (client.call("refresh", on: "n"), client.call("refresh", on: "n"))
    await app.notes.gate.arrival(of: 1)
    await app.notes.gate.release("A", with: [])
    await first.settled
    await second.settled
    #expect(app.notes.gate.arrived == ["A"])
    #expect(client.takeChanges() == [Self.loading, #"n {"apiState":"success"}"#])
  }

  @Test func anyWriteShowsInEveryViewInOneCommit() async throws {
    try await app.logIn(.userA)
    try await open(with: [])
    try await client.open("notes", as: "m")
    try await app.database.write { transaction in
      try transaction.execute("INSERT INTO note (userID, content) VALUES ('A', 'raw'), ('B', 'of another')")
    }
    let notes = #"{"notes":[{"id":"1","content":"raw"}]}"#
    #expect(try await client.nextChange() == "n \(notes); m \(notes)")
  }

  @Test func anAdditionEmptiesTheFieldAtOnceAndClosesItWhenTheBackendHasTheNote() async throws {
    try await app.logIn(.userA)
    try await open(with: [])
    await client.set(["draft": "two", "showsModal": true], on: "n").settled
    _ = client.takeChanges()
    let add = client.call("add", on: "n")
    #expect(client.takeChanges() == [#"n {"draft":""}"#], "a store changes only after the backend agreed")
    await app.notes.additions.release("two", with: RemoteNote(id: "r2", content: "two"))
    await add.settled
    let state = try await client.state(of: "n")
    #expect(state["notes"]?.description == #"[{"id":"1","content":"two"}]"#)
    #expect(state["draft"]?.string == "" && state["showsModal"]?.boolean == false)
  }

  @Test(arguments: [true, false])
  func theDraftOfAnAdditionThatFailsOrIsCancelledReturns(isCancelled: Bool) async throws {
    try await app.logIn(.userA)
    try await open(with: [])
    await client.set(["draft": "two"], on: "n").settled
    let add = client.call("add", on: "n")
    await app.notes.additions.arrival(of: 1)
    _ = client.takeChanges()
    if isCancelled {
      client.cancel(add)
    } else {
      await app.notes.additions.fail("two", with: RepositoryError.unreachable)
    }
    await add.settled
    let error = isCancelled ? "" : #","errorMessage":"The server cannot be reached""#
    #expect(client.takeChanges() == [#"n {"draft":"two"\#(error)}"#])
  }

  @Test func aNoteThatTheDatabaseRefusesComesWithTheNextRefresh() async throws {
    try await app.logIn(.userA)
    try await open(with: [])
    await client.set(["draft": "two", "showsModal": true], on: "n").settled
    try await app.database.write {
      try $0.execute("CREATE TRIGGER refuse BEFORE INSERT ON note BEGIN SELECT RAISE(ABORT, 'no'); END")
    }
    let add = client.call("add", on: "n")
    await app.notes.additions.release("two", with: RemoteNote(id: "r2", content: "two"))
    await add.settled
    let state = try await client.state(of: "n")
    #expect(state["draft"]?.string == "" && state["showsModal"]?.boolean == false, "the backend has it")
    #expect(state["errorMessage"]?.string == "The data could not be accessed")
    try await app.database.write { try $0.execute("DROP TRIGGER refuse") }
    try await open(as: "m", with: [RemoteNote(id: "r2", content: "two")])
    for view in ["n", "m"] {
      let state = try await client.state(of: view)
      #expect(state["notes"]?.description == #"[{"id":"1","content":"two"}]"#)
      #expect(state["errorMessage"]?.isNull == true)
    }
  }

  @Test func aDraftThatIsTriedAgainHasTheSameKeyUntilItChanges() async throws {
    try await app.logIn(.userA)
    try await open(with: [])
    for (draft, isAdded) in [("one", false), ("one", false), ("two", false), ("one", true), ("one", true)] {
      await client.set(["draft": draft], on: "n").settled
      let add = client.call("add", on: "n")
      if isAdded {
        await app.notes.additions.release(draft, with: RemoteNote(id: "r", content: draft))
      } else {
        await app.notes.additions.fail(draft, with: RepositoryError.timedOut)
      }
      await add.settled
    }
    let keys = app.notes.keys.all
    #expect(keys.count == 5 && keys[0] == keys[1] && Set(keys).count == 4)
  }

  @Test func aDraftThatIsEnteredDuringAnAdditionIsAnotherNoteAndNoneIsLost() async throws {
    try await app.logIn(.userA)
    try await open(with: [])
    var calls: [TestCall] = []
    for draft in ["one", "two", "three"] {
      await client.set(["draft": draft], on: "n").settled
      calls.append(client.call("add", on: "n"))
      #expect(try await client.state(of: "n")["draft"]?.string == "")
    }
    await app.notes.additions.arrival(of: 3)
    #expect(app.notes.additions.arrived == ["one", "two", "three"])
    await app.notes.additions.release("two", with: RemoteNote(id: "r2", content: "two"))
    for (index, draft) in [(0, "one"), (2, "three")] {
      await app.notes.additions.fail(draft, with: RepositoryError.unreachable)
      await calls[index].settled
    }
    await calls[1].settled
    let state = try await client.state(of: "n")
    #expect(state["notes"]?.description == #"[{"id":"1","content":"two"}]"# && state["draft"]?.string == "one three")
  }

  @Test func aDraftThatIsTypedBeforeALoginBelongsToTheUserWhoLogsIn() async throws {
    try await client.open("notes", as: "n")
    await client.set(["draft": "typed"], on: "n").settled
    try await app.logIn(.userA)
    #expect(try await client.state(of: "n")["draft"]?.string == "typed")
    try await app.logOut()
    #expect(try await client.state(of: "n")["draft"]?.string == "")
    try await app.logIn(.userB, on: "m")
    #expect(try await client.state(of: "n")["draft"]?.string == "", "a draft of another user")
  }

  @Test func aBlankDraftAddsNothing() async throws {
    try await app.logIn(.userA)
    try await client.open("notes", as: "n")
    await client.set(["draft": " \n\t"], on: "n").settled
    await client.call("add", on: "n").settled
    #expect(app.notes.additions.arrived == [])
  }

  @Test func aDeletedNoteDoesNotComeBackWithARefresh() async throws {
    try await app.logIn(.userA)
    try await open(with: [Self.one])
    await client.call("delete", on: "n", ["id": "1"]).settled
    #expect(client.takeChanges() == [#"n {"notes":[]}"#])
    try await open(as: "m", with: [Self.one])
    #expect(try await client.state(of: "m")["notes"]?.count == 0)
  }

  @Test func notesThatTheBackendLacksAreRemovedAndThoseAddedMeanwhileStay() async throws {
    try await app.logIn(.userA)
    try await open(with: [Self.one])
    let refresh = client.call("refresh", on: "n")
    await app.notes.gate.arrival(of: 2)
    await client.set(["draft": "two"], on: "n").settled
    let add = client.call("add", on: "n")
    await app.notes.additions.release("two", with: RemoteNote(id: "r2", content: "two"))
    await add.settled
    await app.notes.gate.release("A", with: [])
    await refresh.settled
    #expect(try await client.state(of: "n")["notes"]?.description == #"[{"id":"2","content":"two"}]"#)
  }
}
