import CPostgres
import SVVSPersistence
import SystemSupport

/// What follows when something was sent to the server, up to where it awaits the next.
struct Exchange {
  enum Outcome {
    /// The last result, for the caller to clear.
    case result(OpaquePointer?)
    case failed(DatabaseError)
    /// The deadline has passed, with the server in the midst of it.
    case timedOut
  }

  let handle: OpaquePointer
  let pq: svvs_pq
  let deadline: ContinuousClock.Instant

  func run() -> Outcome {
    guard flush() else { return .timedOut }
    var last: OpaquePointer?
    var failure: DatabaseError?
    while hasResult() {
      guard let result = pq.getResult(handle) else {
        guard let failure else { return .result(last) }
        pq.clear(last)
        return .failed(failure)
      }
      pq.clear(last)
      last = result
      // Of COPY there would be no end: each result says once more that data are awaited.
      if [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(pq.resultStatus(result)) {
        pq.clear(result)
        return .failed(DatabaseError(.failed, "COPY cannot be used here."))
      }
      // The first one counts: what comes behind it, such as the end of the connection, follows from it.
      failure = failure ?? self.failure(result)
    }
    pq.clear(last)
    return failure.map { .failed($0) } ?? .timedOut
  }

  /// Sends what is left, and reads meanwhile: the server may not read on before somebody has.
  private func flush() -> Bool {
    // If it fails, the result says so.
    while pq.flush(handle) == 1 {
      guard wait(for: Waiting.toRead | Waiting.toWrite) else { return false }
      guard pq.consumeInput(handle) == 1 else { break }
    }
    return true
  }

  /// Waits until the next result, or the end of them, is there.
  private func hasResult() -> Bool {
    while pq.isBusy(handle) != 0 {
      guard wait(for: Waiting.toRead) else { return false }
      // A connection that has ended is a result as well.
      guard pq.consumeInput(handle) == 1 else { break }
    }
    return true
  }

  private func wait(for events: Int16) -> Bool {
    // If the server sends without end, there is always something to read.
    deadline > .now && Waiting.wait(for: [(pq.socket(handle), events)], until: deadline) != nil
  }

  private func failure(_ result: OpaquePointer) -> DatabaseError? {
    switch pq.resultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
    default:
      guard let sqlState = field(result, "C"), let message = field(result, "M") else {
        // It comes from libpq itself.
        return DatabaseError(.unavailable, lines: pq.message(of: handle))
      }
      return DatabaseError(sqlState: sqlState, message: message)
    }
  }

  private func field(_ result: OpaquePointer, _ code: Unicode.Scalar) -> String? {
    pq.resultErrorField(result, Int32(code.value)).map { String(cString: $0) }
  }
}
