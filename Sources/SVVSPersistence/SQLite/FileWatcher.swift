import Foundation
import GRDB
import Logging

/// A thread that notifies the observers of a connection when another process has written to the connection's file, or
/// when the file is gone.
///
/// SQLite detects the writes of other processes only when it reads, and sends no notification. A thread therefore
/// waits until the file is written to, and then asks SQLite whether another process wrote to it.
final class FileWatcher: Sendable {
  /// The state of the file when the observers were last notified.
  private struct Seen: Equatable {
    /// SQLite's counter of the writes of other connections; nil if the file is no longer a database.
    var version: Int?
    /// Whether the path still leads to the opened file.
    var isThere = true
  }

  private static let logger = Logger(label: "svvs.database")
  private let events: FileEvents

  /// Starts the thread. Returns nil if the system cannot watch any more files. In this case, observers see the writes
  /// of other processes only when this process writes, and the log contains a warning.
  init?(path: String, notifyingObserversOf writer: DatabaseQueue, isThere: @escaping @Sendable () -> Bool) throws {
    let file = realpath(path, nil)
    defer { free(file) }
    guard let file, let events = FileEvents(path: String(cString: file)) else {
      FileWatcher.logger.warning("The database cannot be watched: writes of other programs show late.")
      return nil
    }
    self.events = events
    let seen = Seen(version: try writer.read(FileWatcher.version))
    Thread.detachNewThread { [weak writer] in
      FileWatcher.follow(events, from: seen, isThere: isThere) { writer }
    }
  }

  deinit { events.end() }

  /// Makes the observers read again, after one of them could not read.
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
        // An observer could not read. Reading again at once would fail as well.
        schedule.record(.isLocked)
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
        schedule.record(mustNotify ? .isLocked : isWAL ? .mayChange : .isKnown)
        if schedule.pause == nil { isWAL = false }
      } catch {
        // If the file is locked, its state is not known, so the file is checked again. Any other error is permanent,
        // so the file is not checked again.
        schedule.record(error.isOfLock ? .isLocked : .isKnown)
      }
    }
  }

  /// Checks the file, and makes the observers read if the file has changed or `mustNotify` is true.
  private static func check(
    from seen: Seen, mustNotify: Bool, isThere: Bool, with writer: DatabaseQueue
  ) throws -> Seen {
    try writer.writeWithoutTransaction { database in
      let version = try SQLiteEngine.withBusyTimeout(.zero, in: database, FileWatcher.version)
      let current = Seen(version: version, isThere: isThere)
      if mustNotify || current != seen {
        // A deferred transaction needs no lock, because nothing is written.
        try database.inTransaction(.deferred) {
          try database.notifyChanges(in: .fullDatabase)
          return .commit
        }
      }
      return current
    }
  }

  /// SQLite's counter of the writes of other connections. Nil if the file is no longer a database. In this case,
  /// observers find the error when they read.
  private static func version(_ database: Database) throws -> Int? {
    do {
      return try Int.fetchOne(database, sql: "PRAGMA data_version")
    } catch  where !error.isOfLock {
      return nil
    }
  }
}
