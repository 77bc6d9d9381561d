import Foundation
import SVVS

/// A message in a room.
@JSONCodable
struct Message: Identifiable, Hashable, Sendable {
  /// The id of the message. Later messages of a room have greater ids.
  @Shown(.never) let id: Int
  /// The account that sent the message.
  @Shown(.never) let account: String
  /// The name of that account.
  @Priority(2) let name: String
  /// The text.
  @Title("Message") @Format(.longText) @Priority(3) let body: String
  /// The time at which it was sent, by the clock of the database.
  @Priority(1) let time: Date
}

extension Date {
  /// Creates a date from a number of milliseconds since 1970. The tables of the app store times in this form.
  init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
