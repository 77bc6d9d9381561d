import SystemSupport

/// Reports changes of a file. Only Linux provides that here.
struct FileWatch {
  /// Becomes readable when the file may have changed.
  let events: OwnedDescriptor

  /// Changes of the file's number of links. The event for the deletion of a file would come only when it is closed.
  static let links = UInt32(IN_ATTRIB)
  /// Changes of the contents, of the number of links, and of the name.
  static let contents = UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF)

  /// Returns nil if the file does not exist or cannot be watched.
  init?(_ path: String, for kinds: UInt32) {
    events = OwnedDescriptor(inotify_init1(Int32(IN_CLOEXEC)))
    guard events.number >= 0, inotify_add_watch(events.number, path, kinds) >= 0 else { return nil }
  }

  /// Discards the events. If there are none, waits for one, unless the descriptor was made non-blocking.
  func discardEvents() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { _ = try? events.file.read(into: $0) }
  }
}
