import Foundation
import SVVS

/// A smoothie as a row of a list.
@JSONCodable
struct SmoothieRow: Identifiable {
  /// The id of the smoothie.
  let id: String
  /// The name.
  @Priority(3) let title: String
  /// The price with its currency.
  @Title("Price") @Priority(2) let priceText: String
  /// The last day, in the form 2022/02/01, in the time zone of Japan.
  @Title("Until") let endDateText: String
  /// Whether it is a favourite.
  @Title("Favourite") @Shown(.whenTrue) @Priority(1) let isFavorite: Bool
}

/// The presentation of smoothies.
enum SmoothiePresentation {
  /// The time zone of the shop.
  private static let zone = TimeZone(secondsFromGMT: 9 * 3600) ?? .gmt

  /// The rows whose title contains `keyword`, in the order of the menu. An empty keyword matches all rows.
  static func rows(_ menu: [Smoothie], favorites: Set<Smoothie.ID>, keyword: String) -> [SmoothieRow] {
    menu.filter { keyword.isEmpty || $0.title.contains(keyword) }.map { smoothie in
      SmoothieRow(
        id: smoothie.id, title: smoothie.title, priceText: "¥\(smoothie.price)",
        endDateText: text(of: smoothie.endDate), isFavorite: favorites.contains(smoothie.id))
    }
  }

  /// The text for the day of `date` (for example, 2022/02/01).
  static func text(of date: Date) -> String {
    let style = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    return date.formatted(style).replacing("-", with: "/")
  }
}
