import Dispatch

/// Runs a body that blocks on a thread of its own: the threads that all tasks share are few.
package func blocking<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
    DispatchQueue(label: "blocking").async { continuation.resume(returning: Result(catching: body)) }
  }
  return try result.get()
}
