import GRDB

extension Schema {
  static func createMenu(in database: Database) throws {
    try database.create(table: "smoothie") { table in
      table.primaryKey("id", .text)
      table.column("position", .integer).notNull()
      table.column("title", .text).notNull()
      table.column("price", .integer).notNull()
      table.column("endDate", .text).notNull()
    }
    for (index, smoothie) in menu.enumerated() {
      try database.execute(
        sql: "INSERT INTO smoothie (id, position, title, price, endDate) VALUES (?, ?, ?, ?, ?)",
        arguments: [smoothie.id, index, smoothie.title, smoothie.price, endDate(of: index)])
    }
  }

  /// The first of a month, one month later for each, from February 2022 on.
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
