/// An unknown name, with the available names and the most similar one.
public struct UnknownName: Hashable, Sendable {
  /// The maximum number of available names that are reported.
  public static let maximumAvailable = 100
  /// The maximum number of names that are compared with an unknown name.
  public static let maximumCompared = 1000

  /// The unknown name. Nil if it is longer than any name may be, or if it is a value, because a value may be secret.
  public let name: String?
  /// The available names, up to the first ``maximumAvailable``.
  public let available: [String]
  /// The most similar name. Nil if no name is similar enough.
  public let suggestion: String?

  /// Creates an unknown name with details that are already known.
  public init(name: String?, available: [String], suggestion: String?) {
    self.name = name
    self.available = available
    self.suggestion = suggestion
  }

  /// Finds the name that is most similar to an unknown one.
  ///
  /// - Parameters:
  ///   - name: The unknown name.
  ///   - available: The available names.
  ///   - others: Further names that may be suggested, although they are not available now.
  public init(_ name: String, among available: [String], or others: [String] = []) {
    let isShort = name.utf8.count <= UnknownName.maximumSize
    self.init(
      name: isShort ? name : nil, available: Array(available.prefix(UnknownName.maximumAvailable)),
      suggestion: Spelling.closest(to: name, among: available) ?? Spelling.closest(to: name, among: others))
  }

  /// Finds the value that is most similar to an unknown value. The unknown value is not stored.
  public init(value: String, among available: [String]) {
    let unknown = UnknownName(value, among: available)
    self.init(name: nil, available: unknown.available, suggestion: unknown.suggestion)
  }

  /// The maximum size of an unknown name that is stored, in bytes of UTF-8.
  private static let maximumSize = 1024
}

extension UnknownName {
  /// The maximum number of names in a sentence, and the maximum of their total size in bytes.
  private static let listedCount = 10
  private static let listedSize = 400

  /// The name in quotation marks, with a space after it. Empty if the name is not stored.
  package var quoted: String { name.map { "\"\($0)\" " } ?? "" }

  /// The suggestion, or else the available names, as the end of a sentence. Nil if there are none.
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
}
