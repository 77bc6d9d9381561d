import Synchronization
import SystemSupport

/// The events of a database file. One thread waits for these events.
final class FileEvents: Sendable {
  /// The reason why ``wait(_:)`` returned.
  enum Event {
    /// The file was written to, or the path may refer to another file now.
    case fileTouched
    /// The WAL was written to.
    case walWritten
    /// The waiting thread was woken with ``wake()``.
    case woken
    /// The pause has passed without an event.
    case timedOut
    /// ``end()`` was called.
    case ended
  }

  private let inotify: OwnedDescriptor
  private let wakeUp: WakeUp
  private let isOver = Atomic(false)
  private let walWatch = Atomic<Int32>(-1)
  private let path: String
  private let name: String

  /// Starts to watch the file at a path without symbolic links. Returns nil if the system cannot watch any more files.
  init?(path: String) {
    guard let slash = path.lastIndex(of: "/"), let wakeUp = try? WakeUp() else { return nil }
    self.wakeUp = wakeUp
    self.path = path
    name = String(path[slash...].dropFirst())
    inotify = OwnedDescriptor(inotify_init1(Int32(IN_CLOEXEC)))
    let moves = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    // The file itself is watched, because it may be written to through another name. The directory is watched because
    // the WAL is created and deleted in it.
    guard inotify.number >= 0, watch(path, IN_MODIFY) >= 0, watch(String(path[...slash]), moves) >= 0
    else { return nil }
    watchWAL()
  }

  /// Wakes the waiting thread.
  func wake() { wakeUp.signal() }

  /// Returns whether ``wake()`` was called since the last call of this method.
  func wasWoken() -> Bool { wakeUp.clear() }

  /// Ends the current wait. All later waits return at once.
  func end() {
    isOver.store(true, ordering: .releasing)
    wake()
  }

  /// Waits until there is an event, or until `pause` has passed. If `pause` is nil, there is no time limit.
  func wait(_ pause: Duration?) -> Event {
    let deadline = pause.map { ContinuousClock.now + $0 }
    while !isOver.load(ordering: .acquiring) {
      let descriptors = [inotify.number, wakeUp.descriptor].map { ($0, Waiting.toRead) }
      guard let isReady = Waiting.wait(for: descriptors, until: deadline) else { return .timedOut }
      if isReady[0], let event = readEvents() { return event }
      if isReady[1], wasWoken(), !isOver.load(ordering: .acquiring) { return .woken }
    }
    return .ended
  }

  private func watch(_ path: String, _ events: Int32) -> Int32 {
    inotify_add_watch(inotify.number, path, UInt32(events))
  }

  /// Watches the WAL, if there is one.
  private func watchWAL() {
    walWatch.store(watch(path + "-wal", IN_MODIFY), ordering: .relaxed)
  }

  /// Reads the pending events. Returns `walWritten` if one of them concerns the WAL, or else `fileTouched` if one of
  /// them concerns the file. Otherwise returns nil.
  private func readEvents() -> Event? {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      let count = (try? inotify.file.read(into: buffer)) ?? 0
      var (found, position) = (nil as Event?, 0)
      let headerSize = MemoryLayout<inotify_event>.size
      while position + headerSize <= count {
        let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
        let name = buffer[(position + headerSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
        position += headerSize + Int(event.len)
        // The end of a watch (IN_IGNORED) is not an event of the file. An event of the directory contains the name of
        // a file in the directory.
        guard event.mask & UInt32(IN_IGNORED) == 0 else { continue }
        switch String(decoding: name, as: UTF8.self) {
        case "" where event.wd == walWatch.load(ordering: .relaxed): found = .walWritten
        case "", self.name: found = found ?? .fileTouched
        case self.name + "-wal":
          watchWAL()
          found = .walWritten
        default: break
        }
      }
      return found
    }
  }
}
