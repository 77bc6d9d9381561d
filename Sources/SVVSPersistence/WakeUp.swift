import SystemSupport

/// A pipe that wakes a thread that waits for descriptors.
package final class WakeUp: Sendable {
  private let reader: OwnedDescriptor
  private let writer: OwnedDescriptor

  /// - Throws: ``DatabaseError`` if the process has no more descriptors.
  package init() throws(DatabaseError) {
    do {
      let pipe = try FileDescriptor.closeOnExecPipe(isNonBlocking: true)
      (reader, writer) = (OwnedDescriptor(pipe.reader), OwnedDescriptor(pipe.writer))
    } catch {
      throw DatabaseError(.failed, "There are no file descriptors left: \(error).")
    }
  }

  /// The descriptor that is readable after ``signal()``, until ``clear()``.
  package var descriptor: Int32 { reader.number }

  package func signal() {
    // A full pipe wakes the thread as well.
    _ = try? writer.file.writeAll(CollectionOfOne(0))
  }

  /// - Returns: Whether there was a signal since the last call.
  @discardableResult
  package func clear() -> Bool {
    var bytes: [UInt8] = Array(repeating: 0, count: 64)
    var wasSignalled = false
    while let count = try? bytes.withUnsafeMutableBytes({ try reader.file.read(into: $0) }), count > 0 {
      wasSignalled = true
    }
    return wasSignalled
  }
}
