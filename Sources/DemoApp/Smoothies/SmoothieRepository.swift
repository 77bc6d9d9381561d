/// The source of the menu.
public protocol SmoothieRepository: Sendable {
  /// Fetches the menu, in its order.
  func fetchAll() async throws -> [Smoothie]
}
