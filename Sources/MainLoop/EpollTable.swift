import CCrash
import SystemSupport

/// The descriptors in one epoll set, and the events that are watched for each of them.
///
/// Idle descriptors cost nothing, however many there are. The kernel keeps the set, and is called only when the
/// events to watch change.
@MainActor
final class EpollTable {
  /// The receiver of the events of a descriptor.
  enum Target {
    /// The output of a channel. `isGone` is true if the reader has closed the output.
    case output(Channel, isGone: Bool)
    case input(Channel)
    case watch(Watch)
    case mainQueue
    case signals
  }

  @MainActor
  private final class Entry {
    let output: Channel?
    let input: Target?
    /// The descriptor, which stays open until it has been removed from the set. If it were closed first and another
    /// process had a duplicate, it would stay in the set.
    let owned: OwnedDescriptor?
    /// The events that are watched for the descriptor. Nil if the descriptor is not in the set.
    var events: UInt32?

    init(output: Channel? = nil, input: Target? = nil, owned: OwnedDescriptor? = nil) {
      (self.output, self.input, self.owned) = (output, input, owned)
    }
  }

  private let epoll = OwnedDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
  // The entries, by descriptor. They are removed only between two waits, so that no entry receives the events of an
  // earlier one with the same number.
  private var entries: [Entry?] = []
  /// Descriptors that epoll refuses, because they are always ready.
  private var files: [Int32] = []
  private var cancelled: [Int32] = []
  private let ready = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 256)

  isolated deinit {
    ready.deallocate()
  }

  /// Adds a channel. The channel is watched once ``update(_:)`` has been called for it.
  func add(_ channel: Channel) {
    let (input, output) = (channel.inputDescriptor, channel.outputDescriptor)
    if input == output {
      add(Entry(output: channel, input: .input(channel), owned: channel.owned), descriptor: input)
    } else {
      add(Entry(output: channel), descriptor: output)
      add(Entry(input: .input(channel)), descriptor: input)
    }
  }

  /// Watches the events that a channel requests now, and releases the channel if it is over.
  ///
  /// - Returns: The value of `errno` if the channel cannot be watched; otherwise nil.
  func update(_ channel: Channel) -> Int32? {
    let (input, output) = (channel.inputDescriptor, channel.outputDescriptor)
    let inputEvents = channel.interest.input ? EPOLLIN.rawValue : nil
    // For drained output, 0 is enough to receive the event that the reader is gone: epoll always reports that event.
    let outputEvents: UInt32? =
      switch channel.interest.output {
      case .drained: 0
      case .blocked: EPOLLOUT.rawValue
      case .closed: nil
      }
    guard input == output else { return set(output, to: outputEvents) ?? set(input, to: inputEvents) }
    defer { if channel.isOver { remove(input) } }
    return set(input, to: outputEvents.map { $0 | (inputEvents ?? 0) } ?? inputEvents)
  }

  /// Watches a descriptor until the watch is cancelled.
  func add(_ watch: Watch, descriptor: OwnedDescriptor) {
    add(Entry(input: .watch(watch), owned: descriptor), descriptor: descriptor.number)
    _ = set(descriptor.number, to: EPOLLIN.rawValue)
  }

  /// Cancels the watch of a descriptor. The watch is released before the next wait.
  func cancel(_ descriptor: Int32) { cancelled.append(descriptor) }

  /// Watches the descriptors of the main queue and of the termination signals.
  func add(mainQueue: Int32, signals: Int32) {
    add(Entry(input: .mainQueue), descriptor: mainQueue)
    add(Entry(input: .signals), descriptor: signals)
    for descriptor in [mainQueue, signals] { _ = set(descriptor, to: EPOLLIN.rawValue) }
  }

  /// Sleeps until a descriptor is ready or the time is over. Then passes each event once to `handle`.
  ///
  /// Events that do not fit into the buffer come first in the next wait. A watch that `handle` cancels stays in the
  /// set until the next wait, and ignores its events.
  func wait(milliseconds: Int32, handle: (Target) -> Void) {
    while let descriptor = cancelled.popLast() { remove(descriptor) }
    let readyFiles = files.isEmpty ? [] : files.filter { (entry(of: $0)?.events ?? 0) != 0 }
    crash_loop_sleeps()
    let count = epoll_wait(
      epoll.number, ready.baseAddress, Int32(ready.count), readyFiles.isEmpty ? milliseconds : 0)
    crash_loop_wakes()
    for index in 0..<Int(max(count, 0)) { handOn(ready[index].data.fd, ready[index].events, to: handle) }
    for descriptor in readyFiles { handOn(descriptor, entry(of: descriptor)?.events ?? 0, to: handle) }
  }

  /// Passes on the events of a descriptor. The output is handled before the input, so that there is room for the
  /// replies to the input.
  private func handOn(_ descriptor: Int32, _ events: UInt32, to handle: (Target) -> Void) {
    crash_progress()
    guard let entry = entry(of: descriptor) else { return }
    // epoll always reports these two events. Both concern the input as well as the output.
    let gone = EPOLLHUP.rawValue | EPOLLERR.rawValue
    if events & (EPOLLOUT.rawValue | gone) != 0, let output = entry.output {
      handle(.output(output, isGone: events & gone != 0))
    }
    if events & (EPOLLIN.rawValue | gone) != 0, let input = entry.input { handle(input) }
  }

  /// Changes the events that are watched for a descriptor. If `events` is nil, the descriptor is not watched any
  /// longer.
  ///
  /// - Returns: The value of `errno` if that fails; otherwise nil.
  private func set(_ descriptor: Int32, to events: UInt32?) -> Int32? {
    guard let entry = entry(of: descriptor), entry.events != events else { return nil }
    let operation = entry.events == nil ? EPOLL_CTL_ADD : events == nil ? EPOLL_CTL_DEL : EPOLL_CTL_MOD
    var event = epoll_event(events: events ?? 0, data: epoll_data_t(fd: descriptor))
    if !files.contains(descriptor), epoll_ctl(epoll.number, operation, descriptor, &event) != 0 {
      guard errno == EPERM else { return errno }
      files.append(descriptor)
    }
    entry.events = events
    return nil
  }

  private func entry(of descriptor: Int32) -> Entry? {
    entries.indices.contains(Int(descriptor)) ? entries[Int(descriptor)] : nil
  }

  /// Adds an entry. Does nothing if the descriptor is negative, which means that it is closed.
  private func add(_ entry: Entry, descriptor: Int32) {
    guard descriptor >= 0 else { return }
    while entries.count <= descriptor { entries.append(nil) }
    entries[Int(descriptor)] = entry
  }

  private func remove(_ descriptor: Int32) {
    _ = set(descriptor, to: nil)
    files.removeAll { $0 == descriptor }
    if entry(of: descriptor) != nil { entries[Int(descriptor)] = nil }
  }
}
