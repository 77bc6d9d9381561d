#if os(Linux)
  import Glibc

  /// The descriptors of one `poll`, and what each is watched for.
  @MainActor
  final class PollTable {
    /// What a descriptor that is ready is ready for.
    enum Target {
      case output(Channel)
      case input(Channel)
      case watch(Watch)
      case mainQueue
      case signals
    }

    private var channels: [Channel] = []
    private var watches: [(watch: Watch, descriptor: Int32)] = []
    private var mainQueue: Int32 = -1
    private var signals: Int32 = -1

    // Kept from turn to turn, and as long as each other.
    private var descriptors: [pollfd] = []
    private var targets: [Target] = []
    private var isCurrent = false

    /// Watches a channel until it is over.
    func add(_ channel: Channel) {
      channels.append(channel)
      invalidate()
    }

    /// Watches a descriptor until the watch is cancelled.
    func add(_ watch: Watch, descriptor: Int32) {
      watches.append((watch, descriptor))
      invalidate()
    }

    /// Watches what belongs to the process.
    func add(mainQueue: Int32, signals: Int32) {
      (self.mainQueue, self.signals) = (mainQueue, signals)
      invalidate()
    }

    /// Something else is to be watched than before.
    func invalidate() { isCurrent = false }

    /// Sleeps until something is ready or the time is over, and hands on what is ready, each once.
    ///
    /// What `handle` adds waits for the next time. What it ends keeps its place until then: the target
    /// itself knows that it has nothing to do any more.
    func wait(milliseconds: Int32, handle: (Target) -> Void) {
      if !isCurrent { rebuild() }
      let count = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
      guard count > 0 else { return }
      var left = count
      for index in descriptors.indices where descriptors[index].revents != 0 {
        handle(targets[index])
        left -= 1
        if left == 0 { break }
      }
    }

    private func rebuild() {
      isCurrent = true
      channels.removeAll(where: \.isOver)
      watches.removeAll(where: \.watch.isCancelled)
      descriptors.removeAll(keepingCapacity: true)
      targets.removeAll(keepingCapacity: true)
      for channel in channels {
        let interest = channel.interest
        // Of an output poll tells without being asked when the reader is gone.
        watch(
          interest.output == .nothing ? -1 : channel.outputDescriptor,
          for: interest.output == .room ? POLLOUT : 0, target: .output(channel))
        watch(interest.input ? channel.inputDescriptor : -1, for: POLLIN, target: .input(channel))
      }
      for (watch, descriptor) in watches { self.watch(descriptor, for: POLLIN, target: .watch(watch)) }
      watch(mainQueue, for: POLLIN, target: .mainQueue)
      watch(signals, for: POLLIN, target: .signals)
    }

    /// Adds a descriptor; poll skips a negative one.
    private func watch(_ descriptor: Int32, for events: Int32, target: Target) {
      descriptors.append(pollfd(fd: descriptor, events: Int16(events), revents: 0))
      targets.append(target)
    }
  }
#endif
