import Foundation
import GRDB

extension String {
  /// The text as SQLite takes it whole: GRDB ends a text at a NUL, and keeps data to its end.
  ///
  /// Data equals no text, so an id with a NUL names nothing.
  var databaseText: any DatabaseValueConvertible {
    utf8.contains(0) ? Data(utf8) : self
  }
}
