import CCurl
import DemoApp
import Foundation
import Synchronization
import SystemSupport

/// Sends requests with libcurl, all of them on one thread.
///
/// The thread is made for the first request, sleeps while no request is in progress, and ends with the process. Idle
/// connections stay open for further requests, at most as many for each service as were in use at the same time.
final class HTTPClient: Sendable {
  /// The limits for each service.
  struct Limits {
    /// The maximum number of requests that are sent at the same time, each on its own connection. The number is small
    /// if the process may open only few files, because the connections of the server need files as well.
    var connections = DescriptorLimit.isLarge ? 32 : 8
    /// The maximum number of requests, including those that wait for a connection.
    var requests = 1024
    /// The maximum time for which a request waits until a connection is free, and the maximum time to make one.
    var connectionTime = Duration.seconds(3)
  }

  private static let sharedClient = Mutex<HTTPClient?>(nil)

  private let limits: Limits
  private let commands = Mutex<[@Sendable (inout HTTPTransfers) -> Void]>([])
  // The functions of the library do not change. Only the thread uses the handle, except for `multi_wakeup`.
  private nonisolated(unsafe) let curl: UnsafePointer<svvs_curl>
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer

  /// Returns the client of the process, which is made on first use.
  static func shared() throws(CurlLibrary.Failure) -> HTTPClient {
    try sharedClient.withLock { client throws(CurlLibrary.Failure) in
      if let client { return client }
      let made = try HTTPClient()
      client = made
      return made
    }
  }

  init(_ limits: Limits = Limits()) throws(CurlLibrary.Failure) {
    self.limits = limits
    curl = try CurlLibrary.load()
    let multi = curl.pointee.multi_init()
    // Without descriptors, no thread could wake this one.
    guard let multi, curl.pointee.multi_wakeup(multi) == CURLM_OK else {
      _ = curl.pointee.multi_cleanup(multi)
      throw CurlLibrary.Failure(predicate: "has no free file descriptors")
    }
    self.multi = multi
    Thread.detachNewThread { [self] in run() }
  }

  /// Sends a request, and returns the answer. The body is empty unless the answer is a success. If the task is
  /// cancelled, the connection is closed.
  func answer(to call: HTTPCall, until deadline: ContinuousClock.Instant) async throws -> HTTPAnswer {
    let transfer = HTTPTransfer(call, until: deadline)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        perform { $0.add(transfer, resuming: continuation) }
      }
    } onCancel: {
      perform { $0.cancel(transfer) }
    }
  }

  private func perform(_ command: @escaping @Sendable (inout HTTPTransfers) -> Void) {
    commands.withLock { $0.append(command) }
    _ = curl.pointee.multi_wakeup(multi)
  }

  private func run() {
    // Signals are for other threads. TLS may raise SIGPIPE, which would end the process.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var transfers = HTTPTransfers(limits: limits, curl: curl, multi: multi)
    while true {
      let received = commands.withLock { commands in
        defer { commands = [] }
        return commands
      }
      for command in received { command(&transfers) }
      transfers.proceed()
      _ = curl.pointee.multi_poll(multi, nil, 0, transfers.milliseconds, nil)
    }
  }
}

/// The requests in progress. Only the thread of the client uses this type.
private struct HTTPTransfers {
  let limits: HTTPClient.Limits
  let curl: UnsafePointer<svvs_curl>
  let multi: UnsafeMutableRawPointer
  /// The requests that wait for a free connection, in the order of their arrival.
  private var waiting: [HTTPTransfer] = []
  private var active: [UnsafeMutableRawPointer: HTTPTransfer] = [:]
  private var activeCounts: [HTTPEndpoint.Origin: Int] = [:]

  init(limits: HTTPClient.Limits, curl: UnsafePointer<svvs_curl>, multi: UnsafeMutableRawPointer) {
    (self.limits, self.curl, self.multi) = (limits, curl, multi)
  }

  /// The time after which ``proceed()`` must be called again. libcurl knows the time limits of active requests.
  var milliseconds: Int32 {
    waiting.first.map { Waiting.milliseconds(until: $0.waitingDeadline) } ?? .max
  }

  /// Adds a request. The next ``proceed()`` starts it if a connection is free.
  mutating func add(_ transfer: HTTPTransfer, resuming continuation: CheckedContinuation<HTTPAnswer, any Error>) {
    transfer.continuation = continuation
    transfer.waitingDeadline = .now + limits.connectionTime
    let count = activeCounts[transfer.origin, default: 0] + waiting.count { $0.origin == transfer.origin }
    if transfer.isOver {
      transfer.finish(.failure(CancellationError()))
    } else if count >= limits.requests {
      transfer.finish(.failure(RepositoryError.tooManyRequests))
    } else {
      waiting.append(transfer)
    }
  }

  mutating func cancel(_ transfer: HTTPTransfer) {
    waiting.removeAll { $0 === transfer }
    if let handle = active.first(where: { $0.value === transfer })?.key { remove(handle) }
    transfer.finish(.failure(CancellationError()))
  }

  /// Lets libcurl read and write, finishes the requests whose answers have arrived, and starts waiting ones.
  mutating func proceed() {
    var count: Int32 = 0
    _ = curl.pointee.multi_perform(multi, &count)
    while let message = curl.pointee.multi_info_read(multi, &count)?.pointee, let handle = message.easy_handle {
      let transfer = active[handle]
      remove(handle)
      transfer?.finish(message.data.result)
    }
    let candidates = waiting
    waiting = []
    for transfer in candidates {
      if activeCounts[transfer.origin, default: 0] < limits.connections {
        start(transfer)
      } else if transfer.waitingDeadline <= .now {
        transfer.finish(.failure(RepositoryError.tooManyRequests))
      } else {
        waiting.append(transfer)
      }
    }
  }

  private mutating func start(_ transfer: HTTPTransfer) {
    guard let handle = transfer.makeHandle(curl, connectionTimeLimit: limits.connectionTime) else {
      transfer.freeHeaders(curl)
      return transfer.finish(.failure(RepositoryError.unexpectedReply))
    }
    active[handle] = transfer
    activeCounts[transfer.origin, default: 0] += 1
    guard curl.pointee.multi_add_handle(multi, handle) == CURLM_OK else {
      remove(handle)
      return transfer.finish(.failure(RepositoryError.unexpectedReply))
    }
  }

  /// Closes the connection of a request, unless the answer is complete.
  private mutating func remove(_ handle: UnsafeMutableRawPointer) {
    _ = curl.pointee.multi_remove_handle(multi, handle)
    curl.pointee.easy_cleanup(handle)
    guard let transfer = active.removeValue(forKey: handle) else { return }
    transfer.freeHeaders(curl)
    activeCounts[transfer.origin, default: 0] -= 1
  }
}
