#if os(Linux)
  import Synchronization
  import SystemSupport

  /// What happens to a database's file, for a thread that waits for it.
  final class FileEvents: Sendable {
    /// What ended a wait.
    enum Event {
      /// The file was written to, or the path may lead elsewhere.
      case fileTouched
      /// The WAL was written to.
      case walWritten
      /// Somebody has rung.
      case woken
      /// Nothing has happened for so long.
      case timedOut
      /// Nobody waits for more.
      case ended
    }

    private let inotify: OwnedDescriptor
    private let wakeUp: WakeUp
    private let isOver = Atomic(false)
    private let walWatch = Atomic<Int32>(-1)
    private let path: String
    private let name: String

    /// Nil if the system watches no more files.
    ///
    /// - Parameter path: The file, without symbolic links.
    init?(path: String) {
      guard let slash = path.lastIndex(of: "/"), let wakeUp = try? WakeUp() else { return nil }
      self.wakeUp = wakeUp
      self.path = path
      name = String(path[slash...].dropFirst())
      inotify = OwnedDescriptor(inotify_init1(Int32(IN_CLOEXEC)))
      let moves = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      // The file itself may have other names; the WAL comes and goes.
      guard inotify.number >= 0, watch(path, IN_MODIFY) >= 0, watch(String(path[...slash]), moves) >= 0
      else { return nil }
      watchWAL()
    }

    /// Wakes up who waits.
    func wake() { wakeUp.signal() }

    /// Whether somebody has rung since this was last asked.
    func wasWoken() -> Bool { wakeUp.clear() }

    /// Ends the waiting for good.
    func end() {
      isOver.store(true, ordering: .releasing)
      wake()
    }

    /// Sleeps until something happens, or until the pause is over.
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

    /// There may be none.
    private func watchWAL() {
      walWatch.store(watch(path + "-wal", IN_MODIFY), ordering: .relaxed)
    }

    /// Reads what has come; nil if none of it concerns the file.
    private func readEvents() -> Event? {
      withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        let count = (try? inotify.file.read(into: buffer)) ?? 0
        var (found, position) = (nil as Event?, 0)
        let headerSize = MemoryLayout<inotify_event>.size
        while position + headerSize <= count {
          let event = buffer.loadUnaligned(fromByteOffset: position, as: inotify_event.self)
          let name = buffer[(position + headerSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
          position += headerSize + Int(event.len)
          // The end of a watch says nothing; a name comes of what is in the folder.
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
