import Foundation
import SVVS

/// A chat room.
@JSONCodable
struct Room: Identifiable, Hashable, Sendable {
  /// The id of the room.
  let id: Int
  /// The display name.
  let name: String
}

/// A room as a row of a list.
@JSONCodable
struct RoomRow: Identifiable {
  /// The id of the room.
  @Shown(.never) let id: Int
  /// The account whose rooms these are.
  @Shown(.never) let account: ChatAccount.ID
  /// The display name.
  @Priority(3) let name: String
  /// The number of messages from other members that the account has not read.
  @Priority(2) let unread: Int
  /// The beginning of the last message.
  @Title("Last message") @Priority(1) let lastMessage: String?
  /// The time at which the last message was sent.
  let time: Date?
}

/// The membership of one account in a room.
struct Membership: Identifiable, Sendable {
  let room: Room
  /// The number of messages from other members that the account has not read.
  let unread: Int
  /// The first unread message.
  let oldestUnread: Message.ID?
  /// The beginning of the last message, and the time at which it was sent.
  let last: (text: String, time: Date)?

  var id: Room.ID { room.id }

  /// The room as a row of a list of this account.
  func row(of account: ChatAccount) -> RoomRow {
    RoomRow(
      id: id, account: account.id, name: room.name, unread: unread, lastMessage: last?.text, time: last?.time)
  }
}
