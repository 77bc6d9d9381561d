public import Foundation
public import SVVS

/// A drink on the menu.
@JSONCodable
public struct Smoothie: Identifiable, Hashable, Sendable {
  /// The id of the smoothie.
  public let id: String
  /// The display name.
  public let title: String
  /// The price in yen.
  public let price: Int
  /// The time from which the smoothie is no longer sold.
  public let endDate: Date

  /// Creates a smoothie.
  public init(id: String, title: String, price: Int, endDate: Date) {
    self.id = id
    self.title = title
    self.price = price
    self.endDate = endDate
  }
}

/// The source of the menu.
public protocol SmoothieRepository: Sendable {
  /// Fetches the smoothies, in the order of the menu.
  func fetchAll() async throws -> [Smoothie]
}
