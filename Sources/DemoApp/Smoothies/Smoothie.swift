public import Foundation

/// A drink on the menu.
public struct Smoothie: Identifiable, Hashable, Sendable {
  /// What names the smoothie everywhere.
  public let id: String
  /// The name to show.
  public let title: String
  /// The price in yen.
  public let price: Int
  /// The moment from which it is sold no more.
  public let endDate: Date

  /// A smoothie with its price in yen.
  public init(id: String, title: String, price: Int, endDate: Date) {
    self.id = id
    self.title = title
    self.price = price
    self.endDate = endDate
  }
}
