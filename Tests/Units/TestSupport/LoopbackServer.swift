import Foundation
import SystemSupport

/// A server at a loopback port, which passes each connection to a closure of a test.
package final class LoopbackServer: Sendable {
  package let port: Int
  private let listener: Int32

  /// - Parameter serve: Called with each connection on a thread of its own. The connection is closed when it returns.
  package init(_ serve: @escaping @Sendable (_ connection: Int32) -> Void) throws {
    let listener = try LoopbackSocket.make(port: 0) { bind($0, $1, $2) == 0 && listen($0, 128) == 0 }
    self.listener = listener
    port = LoopbackSocket.port(of: listener)
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread {
          serve(connection)
          close(connection)
        }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// Local TCP sockets.
package enum LoopbackSocket {
  package static func connect(port: Int) throws -> Int32 {
    try make(port: port) { Foundation.connect($0, $1, $2) == 0 }
  }

  /// The received bytes, piece by piece; nil at the end.
  package static func read(_ socket: Int32, atMost count: Int = 1 << 16) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { $1 = max(recv(socket, $0.baseAddress, count, 0), 0) }
    return bytes.isEmpty ? nil : bytes
  }

  /// Returns whether all bytes were sent.
  @discardableResult
  package static func write(_ bytes: some Sequence<UInt8>, to socket: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends the end of the output. The input stays open.
  package static func endOutput(_ socket: Int32) { shutdown(socket, Int32(SHUT_WR)) }

  fileprivate static func make(
    port: Int, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) throws -> Int32 {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr = in_addr(s_addr: inet_addr("127.0.0.1"))
    let isDone = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { addresses in
        addresses.baseAddress.map { use(descriptor, $0, socklen_t(bytes.count)) } ?? false
      }
    }
    guard isDone else { throw SystemError(number: errno) }
    return descriptor
  }

  /// The local port of a socket, which the connections of a server have as well.
  package static func port(of socket: Int32) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &address) { bytes in
      _ = bytes.withMemoryRebound(to: sockaddr.self) { getsockname(socket, $0.baseAddress, &length) }
    }
    return Int(in_port_t(bigEndian: address.sin_port))
  }
}
