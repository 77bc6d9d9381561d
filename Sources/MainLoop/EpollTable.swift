#if os(Linux)
  import CLoop
  import SystemSupport

  /// The descriptors of one epoll set, and what each is watched for.
  ///
  /// Those that nothing comes from cost nothing, however many they are: the kernel keeps the set, and is
  /// called only when something else is to be watched.
  @MainActor
  final class EpollTable {
    /// What a descriptor that is ready is ready for.
    enum Target {
      /// - isGone: Whether there is no reader any more, rather than room.
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
      /// Kept open until it has left the set, where a duplicate in another process would hold it.
      let owned: OwnedDescriptor?
      /// What it is watched for; nil if it is not in the set.
      var events: UInt32?

      init(output: Channel? = nil, input: Target? = nil, owned: OwnedDescriptor? = nil) {
        (self.output, self.input, self.owned) = (output, input, owned)
      }
    }

    private let epoll = OwnedDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
    // By descriptor. They go only between two waits: none gets what was ready for another of its number.
    private var entries: [Entry?] = []
    /// Those that epoll refuses, since they are always ready.
    private var files: [Int32] = []
    private var cancelled: [Int32] = []
    private let ready = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 256)

    isolated deinit {
      ready.deallocate()
    }

    /// Takes a channel in; it is watched from the first ``update(_:)`` on.
    func add(_ channel: Channel) {
      let (input, output) = (channel.inputDescriptor, channel.outputDescriptor)
      if input == output {
        add(Entry(output: channel, input: .input(channel), owned: channel.owned), descriptor: input)
      } else {
        add(Entry(output: channel), descriptor: output)
        add(Entry(input: .input(channel)), descriptor: input)
      }
    }

    /// Watches a channel for what it wants to have watched now; releases it if it is over.
    ///
    /// - Returns: The value of `errno` if it cannot be watched.
    func update(_ channel: Channel) -> Int32? {
      let (input, output) = (channel.inputDescriptor, channel.outputDescriptor)
      let inputEvents = channel.interest.input ? EPOLLIN.rawValue : nil
      // Of an output epoll tells without being asked when the reader is gone.
      let outputEvents: UInt32? =
        switch channel.interest.output {
        case .hangUp: 0
        case .room: EPOLLOUT.rawValue
        case .nothing: nil
        }
      guard input == output else { return set(output, to: outputEvents) ?? set(input, to: inputEvents) }
      defer { if channel.isOver { remove(input) } }
      return set(input, to: outputEvents.map { $0 | (inputEvents ?? 0) } ?? inputEvents)
    }

    /// Watches a descriptor until it is cancelled.
    func add(_ watch: Watch, descriptor: OwnedDescriptor) {
      add(Entry(input: .watch(watch), owned: descriptor), descriptor: descriptor.number)
      _ = set(descriptor.number, to: EPOLLIN.rawValue)
    }

    /// Releases a watch before the next wait.
    func cancel(_ descriptor: Int32) { cancelled.append(descriptor) }

    /// Watches what belongs to the process.
    func add(mainQueue: Int32, signals: Int32) {
      add(Entry(input: .mainQueue), descriptor: mainQueue)
      add(Entry(input: .signals), descriptor: signals)
      for descriptor in [mainQueue, signals] { _ = set(descriptor, to: EPOLLIN.rawValue) }
    }

    /// Sleeps until something is ready or the time is over, and hands on what is ready, each once.
    ///
    /// What does not fit in comes first the next time. What `handle` cancels keeps its place until then: the
    /// target itself knows that it has nothing to do any more.
    func wait(milliseconds: Int32, handle: (Target) -> Void) {
      while let descriptor = cancelled.popLast() { remove(descriptor) }
      let readyFiles = files.isEmpty ? [] : files.filter { (entry(of: $0)?.events ?? 0) != 0 }
      let count = epoll_wait(
        epoll.number, ready.baseAddress, Int32(ready.count), readyFiles.isEmpty ? milliseconds : 0)
      for index in 0..<Int(max(count, 0)) { handOn(ready[index].data.fd, ready[index].events, to: handle) }
      for descriptor in readyFiles { handOn(descriptor, entry(of: descriptor)?.events ?? 0, to: handle) }
    }

    /// Hands on what a descriptor is ready for, output first, so that there is room for what the input leads to.
    private func handOn(_ descriptor: Int32, _ events: UInt32, to handle: (Target) -> Void) {
      guard let entry = entry(of: descriptor) else { return }
      // The two that epoll tells of without being asked; they concern input and output.
      let gone = EPOLLHUP.rawValue | EPOLLERR.rawValue
      if events & (EPOLLOUT.rawValue | gone) != 0, let output = entry.output {
        handle(.output(output, isGone: events & gone != 0))
      }
      if events & (EPOLLIN.rawValue | gone) != 0, let input = entry.input { handle(input) }
    }

    /// Has a descriptor watched for something else than before, or, with nil, not any more.
    ///
    /// - Returns: The value of `errno` if that fails.
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

    /// Keeps an entry; none of a negative descriptor, which is nobody's.
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
#endif
