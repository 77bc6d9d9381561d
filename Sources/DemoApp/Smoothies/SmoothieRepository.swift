/// The source of the menu.
public protocol SmoothieRepository: Sendable {
  /// Fetches the smoothies, in the order of the menu.
  func fetchAll() async throws -> [Smoothie]
}
