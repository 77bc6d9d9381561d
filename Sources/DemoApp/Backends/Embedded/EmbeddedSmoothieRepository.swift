import Foundation
import GRDB
import SVVSPersistence

/// The menu of the embedded database.
struct EmbeddedSmoothieRepository: SmoothieRepository {
  let database: AppDatabase

  func fetchAll() async throws -> [Smoothie] {
    try await database.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM smoothie ORDER BY position").map { row in
        let endDate = try Date(row["endDate"], strategy: .iso8601)
        return Smoothie(id: row["id"], title: row["title"], price: row["price"], endDate: endDate)
      }
    }
  }
}
