import CPostgres
import SVVSPersistence

/// The result of a statement, as Swift values.
struct PostgresResult {
  private let result: OpaquePointer
  private let pq: svvs_pq

  /// - Parameter result: A result that libpq returned. The caller clears it after the last use of this value.
  init(_ result: OpaquePointer, _ pq: svvs_pq) {
    self.result = result
    self.pq = pq
  }

  var rows: [Row] {
    let indices = 0..<pq.nfields(result)
    let columns = Row.Columns(indices.map { pq.fname(result, $0).map { String(cString: $0) } ?? "" })
    let types = indices.map { pq.ftype(result, $0) }
    return (0..<pq.ntuples(result)).map { row in
      Row(indices.map { value(row, $0, of: types[Int($0)]) }, columns: columns)
    }
  }

  /// The number of rows that were inserted, updated or deleted.
  var changes: Int {
    guard let status = pq.cmdStatus(result).map({ String(cString: $0) }) else { return 0 }
    guard ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(where: status.hasPrefix) else { return 0 }
    return pq.cmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  private func value(_ row: Int32, _ column: Int32, of type: Oid) -> SQLValue {
    guard pq.getisnull(result, row, column) == 0 else { return .null }
    let bytes = UnsafeRawBufferPointer(
      start: pq.getvalue(result, row, column), count: Int(pq.getlength(result, row, column)))
    let text = String(decoding: bytes, as: UTF8.self)
    // The types of `pg_type`. The identifiers of the built-in types never change.
    switch type {
    case 16: return .integer(text == "t" ? 1 : 0)
    case 20, 21, 23: return Int64(text).map { .integer($0) } ?? .text(text)
    case 700, 701: return Double(text).map { .real($0) } ?? .text(text)
    // A sum of BIGINT values has this type. As in SQLite, a sum of integers is an integer if it fits.
    case 1700: return Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) } ?? .text(text)
    default: return .text(text)
    }
  }
}
