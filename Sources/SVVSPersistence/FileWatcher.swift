import Foundation
import GRDB

#if os(Linux)
  /// Tells the observers of a connection when another process has written to its file.
  ///
  /// SQLite knows of other processes' writes when it reads, and tells nobody. So a thread sleeps until
  /// the file is written to, and asks SQLite whose write it was.
  final class FileWatcher: Sendable {
    private let descriptor: Descriptor
    private let watch: Int32

    /// Nil if the system watches no more files; then others' writes show when this process writes.
    init?(path: String, tellingObserversOf writer: DatabaseQueue) throws {
      descriptor = Descriptor(inotify_init1(Int32(IN_CLOEXEC)))
      watch = inotify_add_watch(descriptor.number, path, UInt32(IN_MODIFY))
      guard watch >= 0 else { return nil }
      let version = try writer.read(FileWatcher.version)
      Thread.detachNewThread { [descriptor, weak writer] in
        FileWatcher.follow(descriptor.number, from: version) { writer }
      }
    }

    /// Ends the thread: it is told that the watch is gone.
    deinit { inotify_rm_watch(descriptor.number, watch) }

    /// Closed when neither the watcher nor its thread holds it: no number is used that may be
    /// another's by then.
    private final class Descriptor: Sendable {
      let number: Int32

      init(_ number: Int32) { self.number = number }

      deinit { close(number) }
    }

    private static func follow(_ descriptor: Int32, from first: Int?, writer: () -> DatabaseQueue?) {
      var version = first
      while waitForWrite(descriptor) {
        // What cannot be read now counts as changed.
        let current = try? writer()?.read(FileWatcher.version)
        guard current != version, let writer = writer(), notifyObservers(of: writer) else { continue }
        version = current
      }
    }

    /// Has the observers fetch; false if that failed, and is to be done again.
    private static func notifyObservers(of writer: DatabaseQueue) -> Bool {
      do {
        try writer.writeWithoutTransaction { database in
          // Nothing is written, so that no lock is needed.
          try database.inTransaction(.deferred) {
            try database.notifyChanges(in: .fullDatabase)
            return .commit
          }
        }
        return true
      } catch {
        return false
      }
    }

    /// What SQLite counts up when others write.
    private static func version(_ database: Database) throws -> Int? {
      try Int.fetchOne(database, sql: "PRAGMA data_version")
    }

    /// Sleeps until the file was written to; false when it is watched no more.
    private static func waitForWrite(_ descriptor: Int32) -> Bool {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        var count = read(descriptor, buffer.baseAddress, buffer.count)
        while count < 0, errno == EINTR { count = read(descriptor, buffer.baseAddress, buffer.count) }
        // A watch of a file tells no name, so that every event is of one size.
        let events = UnsafeRawBufferPointer(rebasing: buffer[..<max(count, 0)]).bindMemory(to: inotify_event.self)
        return count > 0 && events.allSatisfy { $0.mask & UInt32(IN_IGNORED) == 0 }
      }
    }
  }
#else
  /// Elsewhere other processes' writes show when this process writes.
  final class FileWatcher: Sendable {
    init?(path: String, tellingObserversOf writer: DatabaseQueue) throws { return nil }
  }
#endif
