import SVVSPersistence

extension Schema {
  static let smoothies = Migration("smoothies") { transaction in
    try transaction.execute(
      """
      CREATE TABLE smoothie (
        id TEXT NOT NULL PRIMARY KEY, position INTEGER NOT NULL, title TEXT NOT NULL, price INTEGER NOT NULL,
        endDate TEXT NOT NULL
      )
      """)
    for (index, smoothie) in menu.enumerated() {
      try transaction.execute(
        """
        INSERT INTO smoothie (id, position, title, price, endDate)
        VALUES (\(smoothie.id), \(index), \(smoothie.title), \(smoothie.price), \(endDate(of: index)))
        """)
    }
    try transaction.execute("CREATE TABLE favorite (smoothieID TEXT NOT NULL PRIMARY KEY)")
  }

  /// The end date of the smoothie at `index`. The end date of the first smoothie is 1 February 2022. Each following
  /// smoothie ends one month later.
  private static func endDate(of index: Int) -> String {
    let (year, month) = (2022 + (index + 1) / 12, (index + 1) % 12 + 1)
    return "\(year)-\(month < 10 ? "0" : "")\(month)-01T00:00:00+09:00"
  }

  private static let menu: [(id: String, title: String, price: Int)] = [
    ("apple-fog", "Apple Fog", 430),
    ("beet-drummer", "Beet Drummer", 480),
    ("blueberry-attic", "Blueberry Attic", 520),
    ("carrot-comet", "Carrot Comet", 410),
    ("cherry-lantern", "Cherry Lantern", 560),
    ("ginger-lighthouse", "Ginger Lighthouse", 450),
    ("grape-orchestra", "Grape Orchestra", 500),
    ("kiwi-telegraph", "Kiwi Telegraph", 470),
    ("lemon-umbrella", "Lemon Umbrella", 400),
    ("mango-monday", "Mango Monday", 590),
    ("mint-submarine", "Mint Submarine", 440),
    ("peach-postcard", "Peach Postcard", 540),
    ("plum-piano", "Plum Piano", 490),
    ("yuzu-parade", "Yuzu Parade", 600),
  ]
}
