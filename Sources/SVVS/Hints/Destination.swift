/// The view that a property or an action leads to, from ``Opens(_:with:)`` or ``ActionHint/opens(_:with:)``.
public struct Destination: Sendable {
  /// The type of the view.
  public let type: String
  /// For each parameter of the view, by its name, what it is taken from: a member of the row, an argument or a property.
  public let parameters: KeyValuePairs<String, String>

  /// A view of a type, opened with parameters.
  public init(_ type: String, with parameters: KeyValuePairs<String, String> = [:]) {
    self.type = type
    self.parameters = parameters
  }
}
