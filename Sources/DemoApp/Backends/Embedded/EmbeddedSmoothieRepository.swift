import Foundation
import JSON
import SVVSPersistence

/// The menu of the embedded database.
struct EmbeddedSmoothieRepository: SmoothieRepository {
  let database: AppDatabase

  func fetchAll() async throws -> [Smoothie] {
    try await database.read { transaction in
      try transaction.rows("SELECT * FROM smoothie ORDER BY position").map { row in
        guard let endDate = Date(rfc3339: try row.value("endDate")) else {
          throw RepositoryError.storageFailed
        }
        return Smoothie(
          id: try row.value("id"), title: try row.value("title"), price: try row.value("price"), endDate: endDate)
      }
    }
  }
}
