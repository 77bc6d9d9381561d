import Foundation
import GRDB
import JSON
import SVVSPersistence

/// The menu of the embedded database.
struct EmbeddedSmoothieRepository: SmoothieRepository {
  let database: AppDatabase

  func fetchAll() async throws -> [Smoothie] {
    try await database.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM smoothie ORDER BY position").map { row in
        guard let endDate = Date(rfc3339: try row.decode(forColumn: "endDate")) else {
          throw RepositoryError.storageFailed
        }
        return Smoothie(
          id: try row.decode(forColumn: "id"), title: try row.decode(forColumn: "title"),
          price: try row.decode(forColumn: "price"), endDate: endDate)
      }
    }
  }
}
