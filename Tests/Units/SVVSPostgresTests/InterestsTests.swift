import SVVSPersistence
import Testing

@testable import SVVSPostgres

struct InterestsTests {
  private var interests: Interests {
    var interests = Interests()
    interests.insert(1, tracking: [TrackedRows("message", key: 1)])
    interests.insert(2, tracking: [TrackedRows("Message", key: "2"), "room"])
    interests.insert(3, tracking: ["message"])
    interests.insert(4, tracking: nil)
    interests.insert(5, tracking: [TrackedRows("message", key: 1.5)])
    interests.insert(6, tracking: [])
    return interests
  }

  @Test(
    arguments: [
      ([], []),
      ([("message", "1")], [1, 3, 4, 5]),
      ([("message", "2")], [2, 3, 4, 5]),
      ([("message", "9")], [3, 4, 5]),
      ([("message", nil)], [1, 2, 3, 4, 5]),
      ([("room", "7"), ("message", "1")], [1, 2, 3, 4, 5]),
      ([("other", nil)], [4]),
    ] as [([(String, String?)], Set<Int>)])
  func aChangeConcernsThoseWhoTrackIt(changes: [(String, String?)], queries: Set<Int>) {
    let changes = Changes.some(Set(changes.map { Changes.Rows(table: $0.0, key: $0.1) }))
    #expect(interests.concerned(by: changes) == queries)
  }

  @Test func unknownKeysConcernAllQueries() {
    #expect(interests.concerned(by: .anything) == [1, 2, 3, 4, 5, 6])
  }

  @Test func aReleasedQueryIsNotConcerned() {
    var interests = interests
    interests.insert(7, tracking: [TrackedRows("message", key: 1)])
    interests.remove(1, tracking: [TrackedRows("message", key: 1)])
    interests.remove(4, tracking: nil)
    let all = Changes.some([Changes.Rows(table: "message", key: nil)])
    #expect(interests.concerned(by: all) == [2, 3, 5, 7])
    #expect(interests.concerned(by: .anything) == [2, 3, 5, 6, 7])
  }
}
