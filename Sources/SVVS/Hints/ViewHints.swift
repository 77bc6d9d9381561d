/// What front ends are told beforehand of a view type.
public struct ViewHints: Sendable {
  /// What a person reads in place of the name.
  public let title: String?
  /// Whether a front end that knows nothing better opens such a view first.
  public let isStart: Bool
  /// The action to call when a view appears.
  public let onAppear: String?

  /// No hints, or some.
  public init(title: String? = nil, isStart: Bool = false, onAppear: String? = nil) {
    self.title = title
    self.isStart = isStart
    self.onAppear = onAppear
  }
}
