// The module of the C library has a different name on each system. A module that imports this one does not need to
// import the C library or swift-system.
@_exported public import CSupport
package import Dispatch
@_exported public import SystemPackage

#if canImport(Darwin)
  @_exported public import Darwin
#else
  @_exported public import Glibc
#endif

/// The constants and system calls that differ between Linux and macOS.
///
/// `processEndSource` returns a source that is not active yet. It returns nil, with the reason in `errno`, if there is no
/// such process or the system does not report its end.
package enum Platform {
  #if canImport(Darwin)
    package static let hasEpoll = false
    package static let streamSocket = SOCK_STREAM
    package static let streamSocketClosedOnExec = SOCK_STREAM
    static let descriptorLimit = RLIMIT_NOFILE
    /// The hard limit may be infinite, but the system refuses an infinite soft limit.
    static let mostDescriptors = rlim_t(OPEN_MAX)
    package static let spawnFlags = POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT
    package static var noSpawnArguments: (posix_spawn_file_actions_t?, posix_spawnattr_t?) { (nil, nil) }
    package static var noThread: pthread_t? { nil }
    package static let opener = "open"
    /// Does nothing: `POSIX_SPAWN_CLOEXEC_DEFAULT` closes the descriptors.
    package static func closeInherited(_ actions: inout posix_spawn_file_actions_t?) {}
    package static func queueSignal(_ signal: Int32, to process: pid_t) -> Int32 { kill(process, signal) }
    package static func peerUser(_ socket: Int32) -> uid_t? {
      var (user, group) = (uid_t(), gid_t())
      return getpeereid(socket, &user, &group) == 0 ? user : nil
    }
    package static func processEndSource(_ process: pid_t) -> (any DispatchSourceProtocol)? {
      guard kill(process, 0) == 0 || errno != ESRCH else { return nil }
      return DispatchSource.makeProcessSource(identifier: process, eventMask: .exit, queue: .main)
    }
  #else
    package static let hasEpoll = true
    package static let streamSocket = Int32(SOCK_STREAM.rawValue)
    package static let streamSocketClosedOnExec = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    static let mostDescriptors = rlim_t.max
    package static let spawnFlags: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Swift does not import.
    package static var noSpawnArguments: (posix_spawn_file_actions_t, posix_spawnattr_t) { (.init(), .init()) }
    package static var noThread: pthread_t { 0 }
    package static let opener = "xdg-open"
    package static func closeInherited(_ actions: inout posix_spawn_file_actions_t) {
      posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    }
    package static func queueSignal(_ signal: Int32, to process: pid_t) -> Int32 { sigqueue(process, signal, sigval()) }
    package static func peerUser(_ socket: Int32) -> uid_t? {
      // `struct ucred`, which Swift does not import.
      var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
      var length = socklen_t(MemoryLayout.size(ofValue: peer))
      return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 ? peer.user : nil
    }
    package static func processEndSource(_ process: pid_t) -> (any DispatchSourceProtocol)? {
      let descriptor = pidfd_open(process, 0)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      // The descriptor is closed here, because a cancelled source may still use it for a while.
      source.setCancelHandler { close(descriptor) }
      return source
    }
  #endif
}
