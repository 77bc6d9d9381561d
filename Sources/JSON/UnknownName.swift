/// A name that stands for nothing, with what it resembles and what there is.
public struct UnknownName: Hashable, Sendable {
  /// How many of the names that there are are told.
  public static let maximumAvailable = 100
  /// How many names are compared; those behind them are not looked at.
  public static let maximumCompared = 1000

  /// The name as it was given; nil if it is too long for any name, or a value, which may be secret.
  public let name: String?
  /// The names that there are: the first hundred.
  public let available: [String]
  /// That of the names which is the closest; nil if none is close.
  public let suggestion: String?

  /// What is known of a name, as it was told.
  public init(name: String?, available: [String], suggestion: String?) {
    self.name = name
    self.available = available
    self.suggestion = suggestion
  }

  /// Looks for what a name resembles.
  ///
  /// - Parameters:
  ///   - name: The name that was given.
  ///   - available: The names that there are.
  ///   - others: Names that are not there now and could be meant all the same.
  public init(_ name: String, among available: [String], or others: [String] = []) {
    let isShort = name.utf8.count <= UnknownName.maximumSize
    self.init(
      name: isShort ? name : nil, available: Array(available.prefix(UnknownName.maximumAvailable)),
      suggestion: Spelling.closest(to: name, among: available) ?? Spelling.closest(to: name, among: others))
  }

  /// Looks for what a value resembles, and does not keep the value.
  public init(value: String, among available: [String]) {
    let unknown = UnknownName(value, among: available)
    self.init(name: nil, available: unknown.available, suggestion: unknown.suggestion)
  }

  /// How many bytes of UTF-8 a name has at most that is repeated.
  private static let maximumSize = 1024
}

extension UnknownName {
  /// How many names a sentence lists, and about how many bytes of them.
  private static let listedCount = 10
  private static let listedSize = 400

  /// The name in quotation marks, and a space; empty if it is not told.
  package var quoted: String { name.map { "\"\($0)\" " } ?? "" }

  /// The end of a sentence: what could have been meant, or what there is; nil if there is nothing.
  package var hint: String? {
    if let suggestion { return "did you mean \"\(suggestion)\"?" }
    var size = 0
    let listed = available.prefix(UnknownName.listedCount).prefix { name in
      size += name.utf8.count
      return size <= UnknownName.listedSize
    }
    guard !listed.isEmpty else { return nil }
    let others = listed.count < available.count ? " and others" : ""
    return (available.count == 1 ? "there is " : "there are ")
      + listed.map { "\"\($0)\"" }.joined(separator: ", ") + others + "."
  }

  /// About how many bytes its text takes.
  package var textSize: Int {
    let names = available + [name, suggestion].compactMap { $0 }
    return names.reduce(0) { $0 + $1.utf8.count + 16 }
  }
}
