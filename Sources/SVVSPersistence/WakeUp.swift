import SystemSupport

/// A pipe that wakes a thread while the thread waits for descriptors.
package final class WakeUp: Sendable {
  private let reader: OwnedDescriptor
  private let writer: OwnedDescriptor

  /// - Throws: ``DatabaseError`` if the process cannot open more descriptors.
  package init() throws(DatabaseError) {
    do {
      let pipe = try FileDescriptor.closeOnExecPipe(isNonBlocking: true)
      (reader, writer) = (OwnedDescriptor(pipe.reader), OwnedDescriptor(pipe.writer))
    } catch {
      throw DatabaseError(.failed, "There are no file descriptors left: \(error).")
    }
  }

  /// A descriptor that becomes readable after ``signal()``, and stays readable until ``clear()``.
  package var descriptor: Int32 { reader.number }

  package func signal() {
    // If the pipe is full, the write fails, but a full pipe wakes the thread as well.
    _ = try? writer.file.writeAll(CollectionOfOne(0))
  }

  /// - Returns: Whether there was a signal since the last call of this method.
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
