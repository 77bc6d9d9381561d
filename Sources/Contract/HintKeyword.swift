import JSON

/// The keywords of hints in the schemas, except those of `JSONSchema.Hint`.
enum HintKeyword: String, CaseIterable {
  case title, isStart, onAppear, viewTypeOrder = "x-viewTypeOrder", propertyOrder, actionOrder
  case busyUnless = "x-busyUnless", error = "x-error", filters = "x-filters", propertyOpens = "x-opens"
  case actionOpens = "opens", source = "x-source", writeOnly

  /// The part of an app's description that the keyword is in.
  enum Place {
    case viewType, property, action, argument
    /// The keyword lists the names of parts in order.
    case order
    /// The keyword is a text for people.
    case text
  }

  var place: Place {
    switch self {
    case .title: .text
    case .isStart, .onAppear: .viewType
    case .busyUnless, .error, .filters, .propertyOpens: .property
    case .actionOpens: .action
    case .source, .writeOnly: .argument
    case .viewTypeOrder, .propertyOrder, .actionOrder: .order
    }
  }
}

extension JSONWriter {
  /// Writes a hint into the open object.
  mutating func member(_ keyword: HintKeyword, _ value: some JSONEncodable) { member(keyword.rawValue, value) }

  /// Writes the name of a hint into the open object. The value must follow.
  mutating func key(_ keyword: HintKeyword) { key(keyword.rawValue) }
}
