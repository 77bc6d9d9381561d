/// An unknown name, with the available names and the most similar one.
public struct UnknownName: Hashable, Sendable {
  /// The maximum number of reported names.
  public static let maximumAvailable = 100
  /// The maximum number of compared names.
  public static let maximumCompared = 1000

  /// The name as it was given; nil if it is too long for any name, or a value, which may be secret.
  public let name: String?
  /// The available names: the first hundred.
  public let available: [String]
  /// The most similar name; nil if no name is similar enough.
  public let suggestion: String?

  /// Creates the details from their members.
  public init(name: String?, available: [String], suggestion: String?) {
    self.name = name
    self.available = available
    self.suggestion = suggestion
  }

  /// Finds the name that is most similar to an unknown one.
  ///
  /// - Parameters:
  ///   - name: The name that was given.
  ///   - available: The available names.
  ///   - others: Further names that may be suggested, though they are not available now.
  public init(_ name: String, among available: [String], or others: [String] = []) {
    let isShort = name.utf8.count <= UnknownName.maximumSize
    self.init(
      name: isShort ? name : nil, available: Array(available.prefix(UnknownName.maximumAvailable)),
      suggestion: Spelling.closest(to: name, among: available) ?? Spelling.closest(to: name, among: others))
  }

  /// Finds the value that is most similar to an unknown one, which is not stored.
  public init(value: String, among available: [String]) {
    let unknown = UnknownName(value, among: available)
    self.init(name: nil, available: unknown.available, suggestion: unknown.suggestion)
  }

  /// The maximum size of a repeated name, in bytes of UTF-8.
  private static let maximumSize = 1024
}

extension UnknownName {
  /// The maximum number of names in a sentence, and their approximate size in bytes.
  private static let listedCount = 10
  private static let listedSize = 400

  /// The name in quotation marks and a space; empty if the name is not stored.
  package var quoted: String { name.map { "\"\($0)\" " } ?? "" }

  /// The end of a sentence: the suggestion or the available names; nil if there are none.
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

  /// The approximate size of its text, in bytes.
  package var textSize: Int {
    let names = available + [name, suggestion].compactMap { $0 }
    return names.reduce(0) { $0 + $1.utf8.count + 16 }
  }
}
