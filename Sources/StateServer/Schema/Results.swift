import SVVS

/// The answer to a call that had nothing else to tell.
@JSONCodable
struct ReachedCommit {
  /// The commit after which this was answered; every change up to it was sent before.
  let commit: Int
}

/// The whole state of a view.
@JSONCodable
struct ViewSnapshot {
  /// The id of the view.
  let view: String
  /// The commit that the state is of.
  let commit: Int
  /// The readable properties by name; `app.schema.json` tells their types.
  let state: [String: JSON]
}

/// A session that was made.
@JSONCodable
struct OpenedSession {
  /// The id of the session.
  let session: String
}

/// What a server is and can do.
@JSONCodable
struct InitializeResult {
  /// The version of the protocol that the server speaks.
  let protocolVersion: Int
  /// Which program it is.
  let serverInfo: ServerInfo
  /// What a client may ask for.
  let capabilities: ServerCapabilities
  /// What a client may ask for at most.
  let limits: ServerLimits
  /// The types of views that can be opened.
  let viewTypes: [String]
  /// Names the document that `rpc.discover` answers with, and changes with it.
  let schemaHash: String
}

/// Which program a server is.
@JSONCodable
struct ServerInfo {
  /// The name.
  let name: String
  /// The version, as in 1.2.3.
  let version: String
}

/// What a client may ask for.
@JSONCodable
struct ServerCapabilities {
  /// The ways to be told of changes.
  let delivery: [Delivery]
  /// Whether commits can tell the calls that made them.
  let cause: Bool
}

/// What a client may ask for at most.
@JSONCodable
struct ServerLimits {
  /// The size of a message, in bytes.
  let messageSize: Int
  /// How deep a message may nest.
  let nesting: Int
  /// Calls that have not settled yet.
  let callsUnderWay: Int
  /// Open views.
  let openViews: Int
  /// The name of a view or session, or an id that is a string, in bytes.
  let nameSize: Int
  /// Output that is left unread, in bytes, before the client is cut off.
  let unreadBytes: Int

  init(_ limits: Configuration.Limits) {
    messageSize = limits.messageSize
    nesting = limits.nesting
    callsUnderWay = limits.callsUnderWay
    openViews = limits.openViews
    nameSize = limits.nameSize
    unreadBytes = limits.unreadBytes
  }
}
