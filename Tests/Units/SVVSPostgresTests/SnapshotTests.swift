import Testing

@testable import SVVSPostgres

struct SnapshotTests {
  @Test func aSnapshotSeesEndedTransactions() throws {
    let snapshot = try #require(ServerSnapshot("10:20:10,14"))
    #expect([9, 11, 13, 15, 19].allSatisfy { snapshot.sees($0) })
    #expect(![10, 14, 20, 21].contains { snapshot.sees($0) })
    #expect(try #require(ServerSnapshot("7:7:")).inProgress.isEmpty)
  }

  @Test(arguments: ["", "10", "10:20", "a:20:", "10:b:", "10:20::"])
  func invalidSnapshotsAreNil(text: String) {
    #expect(ServerSnapshot(text) == nil)
  }

  struct Case: Sendable {
    var identity: String? = "a"
    var end = 20
    var partitions: String?
    let prunedBelow: UInt64?
    let continues: Bool
    let why: Comment
  }

  @Test(arguments: [
    Case(prunedBelow: nil, continues: false, why: "what was pruned is not known"),
    Case(prunedBelow: 10, continues: true, why: "only older transactions were pruned"),
    Case(prunedBelow: 11, continues: false, why: "one that was under way was pruned"),
    Case(identity: "b", prunedBelow: 10, continues: false, why: "it is another log"),
    Case(identity: nil, prunedBelow: 10, continues: false, why: "there is no log to speak of"),
    Case(partitions: "a", prunedBelow: 10, continues: false, why: "a partition was detached"),
    Case(end: 41, prunedBelow: 10, continues: false, why: "the server has gone back in time"),
  ])
  func aMomentContinuesAnotherIfNothingIsMissing(one: Case) throws {
    let earlier = LogMoment(
      snapshot: try #require(ServerSnapshot("10:\(one.end):10")), identity: one.identity, prunedBelow: 1,
      migrations: 1, partitions: one.partitions)
    let later = LogMoment(
      snapshot: try #require(ServerSnapshot("10:40:10,30")), identity: one.identity.map { _ in "a" },
      prunedBelow: one.prunedBelow, migrations: 1, partitions: nil)
    #expect(later.continues(earlier) == one.continues, one.why)
  }
}
