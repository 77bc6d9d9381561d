#if os(Linux)
  import Synchronization
  import SystemSupport

  /// The events of a database file, for a thread that waits for them.
  final class FileEvents: Sendable {
    /// The event that ended a wait.
    enum Event {
      /// The file was written to, or the path may lead elsewhere.
      case fileTouched
      /// The WAL was written to.
      case walWritten
      /// The waiting thread was woken with ``wake()``.
      case woken
      /// The time has passed without an event.
      case timedOut
      /// The waiting was ended with ``end()``.
      case ended
    }

    private let inotify: OwnedDescriptor
    private let wakeUp: WakeUp
    private let isOver = Atomic(false)
    private let walWatch = Atomic<Int32>(-1)
    private let path: String
    private let name: String

    /// Nil if the system does not watch any more files.
    ///
    /// - Parameter path: The file, without symbolic links.
    init?(path: String) {
      guard let slash = path.lastIndex(of: "/"), let wakeUp = try? WakeUp() else { return nil }
      self.wakeUp = wakeUp
      self.path = path
      name = String(path[slash...].dropFirst())
      inotify = OwnedDescriptor(inotify_init1(Int32(IN_CLOEXEC)))
      let moves = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      // The file may be written to through another name, so it is watched itself. The WAL is created and deleted, so
      // the directory is watched for it.
      guard inotify.number >= 0, watch(path, IN_MODIFY) >= 0, watch(String(path[...slash]), moves) >= 0
      else { return nil }
      watchWAL()
    }

    /// Wakes the waiting thread.
    func wake() { wakeUp.signal() }

    /// Returns whether ``wake()`` was called since the last call.
    func wasWoken() -> Bool { wakeUp.clear() }

    /// Ends the waiting for good.
    func end() {
      isOver.store(true, ordering: .releasing)
      wake()
    }

    /// Waits until there is an event, or until the pause is over.
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

    /// Reads the pending events; nil if none of them concerns the file.
    private func readEvents() -> Event? {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        let count = (try? inotify.file.read(into: buffer)) ?? 0
        var (found, position) = (nil as Event?, 0)
        let headerSize = MemoryLayout<inotify_event>.size
        while position + headerSize <= count {
          let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
          let name = buffer[(position + headerSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
          position += headerSize + Int(event.len)
          // The end of a watch is not an event of the file. Events of the directory have the name of a file in it.
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
#endif
