import GRDB
import Testing

@testable import SVVSPersistence

/// What is SQLite's own, as every database says it.
@Suite(.timeLimit(.minutes(1)))
struct SQLiteTests {
  @Test(
    arguments: [
      (.SQLITE_FULL, .diskFull), (.SQLITE_READONLY_DIRECTORY, .readOnly), (.SQLITE_BUSY, .inUse),
      (.SQLITE_READONLY_DBMOVED, .fileGone), (.SQLITE_IOERR_WRITE, .failed),
    ] as [(ResultCode, SVVSPersistence.DatabaseError.Kind)])
  func anErrorHasAKind(code: ResultCode, kind: SVVSPersistence.DatabaseError.Kind) {
    #expect(SVVSPersistence.DatabaseError(GRDB.DatabaseError(resultCode: code)).kind == kind)
  }
}
