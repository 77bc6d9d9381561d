import Dispatch
import GRDB

#if os(Linux)
  import Glibc

  /// Tells the observers of a connection when another process has written to its file.
  ///
  /// SQLite knows of other processes' writes when it reads, and tells nobody. So the file is watched,
  /// which costs nothing while nobody writes, and SQLite is asked after each write whose it was.
  final class FileWatcher: Sendable {
    // Sources may be cancelled from any thread; Dispatch does not say so to the compiler.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    init(path: String, tellingObserversOf writer: DatabaseQueue) throws {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0, inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) >= 0 else {
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "the file cannot be watched")
      }
      let version = DataVersion()
      try writer.read { database in _ = try version.hasChanged(database) }
      source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
      source.setCancelHandler { close(descriptor) }
      source.setEventHandler { [weak writer] in
        FileWatcher.drain(descriptor)
        writer?.asyncWriteWithoutTransaction { database in
          // What fails here fails for the observers too, who have somebody to tell.
          guard (try? version.hasChanged(database)) != false else { return }
          try? database.inTransaction {
            try database.notifyChanges(in: .fullDatabase)
            return .commit
          }
        }
      }
      source.activate()
    }

    deinit { source.cancel() }

    private static func drain(_ descriptor: Int32) {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
      }
    }
  }

  /// What SQLite counts up when others write. Used on the writer's queue alone, hence safe to share.
  private final class DataVersion: @unchecked Sendable {
    private var last: Int?

    func hasChanged(_ database: Database) throws -> Bool {
      let version = try Int.fetchOne(database, sql: "PRAGMA data_version")
      defer { last = version }
      return version != last
    }
  }
#else
  /// Elsewhere other processes' writes show when this one writes or asks anew.
  final class FileWatcher: Sendable {
    init(path: String, tellingObserversOf writer: DatabaseQueue) throws {}
  }
#endif
