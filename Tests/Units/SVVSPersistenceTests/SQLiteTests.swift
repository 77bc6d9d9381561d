import GRDB
import Testing

@testable import SVVSPersistence

/// The kinds of SQLite's errors.
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
