import Dispatch

/// Runs a closure that blocks, on a thread that tasks do not use: their thread pool is small.
package func blocking<Value: Sendable, Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
    DispatchQueue(label: "blocking").async { continuation.resume(returning: Result(catching: body)) }
  }
  return try result.get()
}
