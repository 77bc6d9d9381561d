import SVVS
import SVVSPersistence

/// The menu and the favourites. This store lives as long as the process. The database keeps the favourites.
@MainActor @Store
final class SmoothieStore {
  /// The smoothies in the order of the menu; nil until the menu is loaded.
  private(set) var menu: [Smoothie]?
  /// The ids of the favourites, including ids of smoothies that are not on the menu.
  var favorites: Set<Smoothie.ID> { favoriteQuery.value }
  /// Whether the menu and the favourites are loaded.
  var isLoaded: Bool { menu != nil && favoriteQuery.isLoaded }

  /// The reason why the favourites may be out of date.
  var error: (any Error)? { favoriteQuery.error }

  private lazy var favoriteQuery = LiveQuery<Set<Smoothie.ID>>([], in: database, tracking: ["favorite"]) {
    transaction in
    Set(try transaction.rows("SELECT smoothieID FROM favorite").map { try $0.value("smoothieID") })
  }
  private let repository: any SmoothieRepository
  private let database: AppDatabase
  private let loads = SingleFlight<String, [Smoothie]>()

  /// Loads the menu again and waits for the favourites. Concurrent calls share one load.
  func load() async throws {
    menu = try await loads.run("menu") { [repository] in try await repository.fetchAll() }
    try await favoriteQuery.load()
  }

  /// Adds a smoothie to the favourites, or removes it from them.
  ///
  /// - Returns: The smoothie if it was removed; nil if it was added.
  /// - Throws: ``RepositoryError/notFound`` if the smoothie is not on the menu.
  func toggleFavorite(_ id: Smoothie.ID) async throws -> Smoothie? {
    if menu == nil { try await load() }
    guard let smoothie = menu?.first(where: { $0.id == id }) else { throw RepositoryError.notFound }
    return try await database.write(inOrderOf: "favorite") { transaction in
      if try transaction.execute("DELETE FROM favorite WHERE smoothieID = \(id)") > 0 { return smoothie }
      try transaction.execute("INSERT INTO favorite (smoothieID) VALUES (\(id))")
      return nil
    }
  }
}
