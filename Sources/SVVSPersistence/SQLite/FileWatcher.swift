import Foundation
import GRDB
import Logging

#if os(Linux)
  /// Tells the observers of a connection when another process has written to its file, or when the file is gone.
  ///
  /// SQLite knows of other processes' writes when it reads, and tells nobody. So a thread sleeps until
  /// the file is written to, and asks SQLite whose write it was.
  final class FileWatcher: Sendable {
    /// What observers were last told of.
    private struct Seen: Equatable {
      /// What SQLite counts up when others write.
      var version: Int?
      /// Whether the path leads to the file.
      var isThere = true
    }

    private static let logger = Logger(label: "svvs.database")
    private let events: FileEvents

    /// Nil if the system watches no more files; then others' writes show when this process writes, which the log says.
    init?(path: String, notifyingObserversOf writer: DatabaseQueue, isThere: @escaping @Sendable () -> Bool) throws {
      let file = realpath(path, nil)
      defer { free(file) }
      guard let file, let events = FileEvents(path: String(cString: file)) else {
        FileWatcher.logger.warning("The database cannot be watched: what other programs write shows late.")
        return nil
      }
      self.events = events
      let seen = Seen(version: try writer.read(FileWatcher.version))
      Thread.detachNewThread { [weak writer] in
        FileWatcher.follow(events, from: seen, isThere: isThere) { writer }
      }
    }

    deinit { events.end() }

    /// Has the observers read again: one of them could not.
    func readAgain() { events.wake() }

    private static func follow(
      _ events: FileEvents, from first: Seen, isThere: () -> Bool, writer: () -> DatabaseQueue?
    ) {
      var (seen, schedule) = (first, PollSchedule())
      var (mustNotify, isWAL) = (false, false)
      while true {
        switch events.wait(schedule.pause) {
        case .ended: return
        case .woken:
          mustNotify = true
          // Who could not read cannot read at once.
          schedule.note(.isLocked)
          continue
        case .fileTouched: schedule.restart()
        case .walWritten:
          isWAL = true
          schedule.restart()
        case .timedOut: break
        }
        guard let writer = writer() else { return }
        do {
          let current = try check(from: seen, mustNotify: mustNotify, isThere: isThere(), with: writer)
          (seen, mustNotify) = (current, events.wasWoken())
          schedule.note(mustNotify ? .isLocked : isWAL ? .mayChange : .isKnown)
          if schedule.pause == nil { isWAL = false }
        } catch {
          // Nothing is known before it can be read; what is wrong for good is not looked at again and again.
          schedule.note(error.isOfLock ? .isLocked : .isKnown)
        }
      }
    }

    /// Looks at the file, and has the observers fetch if it has changed.
    private static func check(
      from seen: Seen, mustNotify: Bool, isThere: Bool, with writer: DatabaseQueue
    ) throws -> Seen {
      try writer.writeWithoutTransaction { database in
        let version = try SQLiteEngine.withBusyTimeout(.zero, in: database, FileWatcher.version)
        let current = Seen(version: version, isThere: isThere)
        if mustNotify || current != seen {
          // Nothing is written, so that no lock is needed.
          try database.inTransaction(.deferred) {
            try database.notifyChanges(in: .fullDatabase)
            return .commit
          }
        }
        return current
      }
    }

    /// Nil if the file is no database any more, which observers find when they fetch.
    private static func version(_ database: Database) throws -> Int? {
      do {
        return try Int.fetchOne(database, sql: "PRAGMA data_version")
      } catch  where !error.isOfLock {
        return nil
      }
    }
  }
#else
  /// Elsewhere other processes' writes show when this process writes.
  final class FileWatcher: Sendable {
    init?(path: String, notifyingObserversOf writer: DatabaseQueue, isThere: @escaping @Sendable () -> Bool) throws {
      return nil
    }

    func readAgain() {}
  }
#endif
