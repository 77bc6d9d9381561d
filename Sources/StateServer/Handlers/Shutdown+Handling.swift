import StateProtocol

extension Shutdown: Handled {
  func handle(_ call: Call, from connection: Connection) { connection.end(.shutdown(answering: call)) }
}
