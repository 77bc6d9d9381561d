import Foundation
import SVVS

/// A room whose members write to each other.
@JSONCodable
struct Room: Identifiable, Hashable, Sendable {
  /// What names the room.
  let id: Int
  /// The name to show.
  let name: String
}

/// A room as a row of a list.
@JSONCodable
struct RoomRow: Identifiable {
  /// What names the room.
  let id: Int
  /// The name to show.
  let name: String
  /// How many messages of others the account has not read.
  let unread: Int
  /// How the last message begins.
  @Title("Last message") let lastMessage: String?
  /// When it was sent.
  let time: Date?
}

/// What one account has of a room.
struct Membership: Identifiable, Sendable {
  let room: Room
  /// How many messages of others the account has not read.
  let unread: Int
  /// The first of them.
  let oldestUnread: Message.ID?
  /// The beginning of the last message, and when it was sent.
  let last: (text: String, time: Date)?

  var id: Room.ID { room.id }

  /// The room as a row of a list.
  var row: RoomRow {
    RoomRow(id: id, name: room.name, unread: unread, lastMessage: last?.text, time: last?.time)
  }
}
