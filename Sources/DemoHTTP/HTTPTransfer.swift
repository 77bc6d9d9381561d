import CCurl
import DemoApp
import Foundation
import SystemSupport

/// A request of an ``HTTPClient``, until its answer has arrived.
///
/// `@unchecked Sendable`: only the thread of the client changes the object.
final class HTTPTransfer: @unchecked Sendable {
  let origin: HTTPEndpoint.Origin
  /// The task that waits for the answer. Nil before the thread has received the request, and after the end.
  var continuation: CheckedContinuation<HTTPAnswer, any Error>?
  /// Whether the request has ended, or was cancelled before the thread received it.
  private(set) var isOver = false
  /// The time until which the request waits for a free connection.
  var waitingDeadline = ContinuousClock.Instant.now

  private let call: HTTPCall
  private let deadline: ContinuousClock.Instant
  private var lines: UnsafeMutablePointer<curl_slist>?
  private var isSent = false
  private var answer = HTTPAnswer()
  /// The reason why this object has ended the transfer. Nil if libcurl ends it.
  private var stop: Result<Void, RepositoryError>?

  init(_ call: HTTPCall, until deadline: ContinuousClock.Instant) {
    self.call = call
    self.deadline = deadline
    origin = call.endpoint.origin
  }

  /// Makes the handle for libcurl. The handle refers to this object, but does not retain it.
  func makeHandle(_ curl: UnsafePointer<svvs_curl>, connectionTimeLimit: Duration) -> UnsafeMutableRawPointer? {
    var headers = call.headers.map { "\($0.name): \($0.value)" }
    if call.body != nil { headers.append("Content-Type: application/json") }
    // libcurl would send these headers with a body. A name alone removes a header.
    headers += call.body == nil ? ["Content-Type:"] : ["Expect:"]
    for header in headers { lines = curl.pointee.slist_append(lines, header) }
    // An empty array has no address.
    let body = (call.body ?? []) + [0]
    return call.method.withCString { method in
      call.endpoint.text.withCString { url in
        body.withUnsafeBytes { body in
          svvs_curl_handle(
            curl,
            svvs_curl_request(
              method: method, url: url, headers: lines, body: call.method == "GET" ? nil : body.baseAddress,
              body_size: body.count - 1, connection_time: connectionTimeLimit.limitInMilliseconds,
              time: ContinuousClock.now.duration(to: deadline).limitInMilliseconds, will_send: HTTPTransfer.willSend,
              receive_line: HTTPTransfer.receiveLine, receive_body: HTTPTransfer.receiveBody,
              receiver: Unmanaged.passUnretained(self).toOpaque()))
        }
      }
    }
  }

  /// Frees what the handle used, after the handle itself.
  func freeHeaders(_ curl: UnsafePointer<svvs_curl>) {
    curl.pointee.slist_free_all(lines)
    lines = nil
  }

  // MARK: - Callbacks

  /// Prevents libcurl from sending the request again when the service closes an idle connection that libcurl uses, as
  /// the service may have carried out the request.
  private static let willSend: curl_prereq_callback = { receiver, _, _, _, _ in
    guard let receiver else { return CURL_PREREQFUNC_ABORT }
    let transfer = Unmanaged<HTTPTransfer>.fromOpaque(receiver).takeUnretainedValue()
    defer { transfer.isSent = true }
    return transfer.isSent ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK
  }

  private static let receiveLine: curl_write_callback = { data, size, count, receiver in
    receive(data, size * count, receiver) { transfer, bytes throws(RepositoryError) in
      try transfer.answer.addLine(bytes)
      // The body of an answer that is not a success is not needed.
      return transfer.answer.hasHead && !transfer.answer.isSuccess
    }
  }

  private static let receiveBody: curl_write_callback = { data, size, count, receiver in
    receive(data, size * count, receiver) { transfer, bytes throws(RepositoryError) in
      try transfer.answer.addBody(bytes)
      return false
    }
  }

  /// Adds data to the answer. Returns the number of bytes, or another number if the transfer is to end.
  private static func receive(
    _ data: UnsafeMutablePointer<CChar>?, _ count: Int, _ receiver: UnsafeMutableRawPointer?,
    add: (HTTPTransfer, UnsafeRawBufferPointer) throws(RepositoryError) -> Bool
  ) -> Int {
    guard let receiver else { return 0 }
    let transfer = Unmanaged<HTTPTransfer>.fromOpaque(receiver).takeUnretainedValue()
    do throws(RepositoryError) {
      guard try add(transfer, UnsafeRawBufferPointer(start: data, count: count)) else { return count }
      transfer.stop = .success(())
    } catch {
      transfer.stop = .failure(error)
    }
    return count + 1
  }

  // MARK: - The end

  func finish(_ result: Result<HTTPAnswer, any Error>) {
    isOver = true
    continuation?.resume(with: result)
    continuation = nil
  }

  /// Finishes with the answer, or with the error that a result of libcurl means.
  func finish(_ code: CURLcode) {
    do throws(RepositoryError) {
      if let stop { try stop.get() } else if let error = error(code) { throw error }
      finish(.success(answer))
    } catch {
      finish(.failure(error))
    }
  }

  private func error(_ code: CURLcode) -> RepositoryError? {
    switch code {
    case CURLE_OK where answer.hasHead: nil
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_ABORTED_BY_CALLBACK: .unreachable
    // The connection was closed.
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR: answer.hasBegun ? .unexpectedReply : .unreachable
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE: .insecure
    default: .unexpectedReply
    }
  }
}
