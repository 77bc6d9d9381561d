import JSON

/// The keywords of hints in the schemas, except those of `JSONSchema.Hint`.
enum HintKeyword: String, CaseIterable {
  case title, isStart, onAppear, subtitle, viewTypeOrder = "x-viewTypeOrder", propertyOrder, actionOrder
  case busyUnless = "x-busyUnless", error = "x-error", filters = "x-filters", propertyOpens = "x-opens"
  case submits = "x-submits", scrollsFrom = "x-scrollsFrom", scrollTarget = "x-scrollTarget"
  case cancelAction = "x-cancelAction"
  case actionOpens = "opens", isCancellable, source = "x-source", writeOnly

  /// The part of an app's description that the keyword is in.
  enum Place {
    case viewType, property, action, argument
    /// The keyword is in the schema of a member of a record, or of an enumeration.
    case value
    /// The keyword lists the names of parts in order.
    case order
    /// The keyword is a text for people.
    case text
  }

  var place: Place {
    switch self {
    case .title: .text
    case .isStart, .onAppear, .subtitle: .viewType
    case .busyUnless, .error, .filters, .propertyOpens, .submits, .scrollsFrom, .scrollTarget, .cancelAction: .property
    case .actionOpens, .isCancellable: .action
    case .source, .writeOnly: .argument
    case .viewTypeOrder, .propertyOrder, .actionOrder: .order
    }
  }
}

extension HintKeyword.Place {
  /// The keywords of the hints in this part.
  var keywords: [String] {
    let hints = HintKeyword.allCases.filter { $0.place == self }.map(\.rawValue)
    guard self == .property || self == .value else { return hints }
    return hints + JSONSchema.Hint.Keyword.allCases.filter { $0 != .title }.map(\.rawValue)
  }
}

extension JSONWriter {
  /// Writes a hint into the open object.
  mutating func member(_ keyword: HintKeyword, _ value: some JSONEncodable) { member(keyword.rawValue, value) }

  /// Writes the name of a hint into the open object. The value must follow.
  mutating func key(_ keyword: HintKeyword) { key(keyword.rawValue) }
}
