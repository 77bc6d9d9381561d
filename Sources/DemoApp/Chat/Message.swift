import Foundation
import SVVS

/// What a member has said in a room.
@JSONCodable
struct Message: Identifiable, Hashable, Sendable {
  /// What names the message; later ones of a room have greater ids.
  let id: Int
  /// The account that has sent it.
  let account: String
  /// The name of that account.
  let name: String
  /// The text.
  let body: String
  /// When it was sent, by the clock of the database.
  let time: Date
}

extension Date {
  /// A time by the milliseconds since 1970, as databases have it here.
  init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
