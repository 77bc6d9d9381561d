/// The condition under which people see a value, for ``Shown(_:)``.
public enum ValueVisibility: String, Sendable {
  /// People never see the value. It is state for the logic of front ends.
  case never
  /// People see the title of a boolean while the value is true.
  case whenTrue
}

/// The format in which people read a value, for ``Format(_:)``.
public enum ValueFormat: Hashable, Sendable {
  /// A text that may have several lines.
  case longText
  /// A text that grows at its end, like a log.
  case stream
  /// An amount of money in units of a currency. The currency is an ISO 4217 code: with `"JPY"`, 500 means ¥500.
  case money(_ currency: String)
  /// A text that is an absolute URL. A property of the type `URL` needs no hint.
  case url
  /// A text that is a time in the format of RFC 3339. A property of the type `Date` needs no hint.
  case time
}

extension JSONSchema {
  /// A hint for front ends about a value: about a member of an object, or about a property of a view.
  public enum Hint: Hashable, Sendable {
    /// The text that people read in place of the name.
    case title(String)
    /// The condition under which people see the value.
    case shown(ValueVisibility)
    /// The format in which people read the value.
    case format(ValueFormat)
    /// The priority of a member's column. A narrow table leaves out the columns with the lowest priority first.
    case priority(Int)
  }
}
