import CPostgres
import SVVSPersistence
import SystemSupport

/// An exchange with the server, after a request was passed to libpq. The exchange sends the rest of the request, and
/// reads the results until the server is ready for the next request.
struct Exchange {
  enum Outcome {
    /// The last result, which the caller must clear.
    case result(OpaquePointer?)
    case failed(DatabaseError)
    /// The deadline passed before the server had completed the request.
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
      // COPY would never end: each further result only repeats that the server waits for data.
      if [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(pq.resultStatus(result)) {
        pq.clear(result)
        return .failed(DatabaseError(.failed, "COPY cannot be used here."))
      }
      // The first failure is the cause of later failures (for example, of a closed connection).
      failure = failure ?? self.failure(result)
    }
    pq.clear(last)
    return failure.map { .failed($0) } ?? .timedOut
  }

  /// Sends the rest of the request. While it sends, it also reads, because the server may stop reading until its output
  /// has been read.
  private func flush() -> Bool {
    // If sending fails, the result reports the failure.
    while pq.flush(handle) == 1 {
      guard wait(for: Waiting.toRead | Waiting.toWrite) else { return false }
      guard pq.consumeInput(handle) == 1 else { break }
    }
    return true
  }

  /// Waits until the next result or the end of the results has arrived. Returns false if the deadline passes first.
  private func hasResult() -> Bool {
    while pq.isBusy(handle) != 0 {
      guard wait(for: Waiting.toRead) else { return false }
      // libpq reports a closed connection as a result.
      guard pq.consumeInput(handle) == 1 else { break }
    }
    return true
  }

  private func wait(for events: Int16) -> Bool {
    // The deadline is checked as well, because a server that sends without end is always readable.
    deadline > .now && Waiting.wait(for: [(pq.socket(handle), events)], until: deadline) != nil
  }

  private func failure(_ result: OpaquePointer) -> DatabaseError? {
    switch pq.resultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
    default:
      guard let sqlState = field(result, "C"), let message = field(result, "M") else {
        // An error of libpq itself has no code.
        return DatabaseError(.unavailable, lines: pq.message(of: handle))
      }
      return DatabaseError(sqlState: sqlState, message: message)
    }
  }

  private func field(_ result: OpaquePointer, _ code: Unicode.Scalar) -> String? {
    pq.resultErrorField(result, Int32(code.value)).map { String(cString: $0) }
  }
}
