/// The keywords of hints in the schemas.
enum HintKeyword {
  static let title = "title"

  // Keywords of a view type.
  static let isStart = "isStart"
  static let onAppear = "onAppear"
  static let actionOrder = "actionOrder"
  static let propertyOrder = "propertyOrder"

  // Keywords of a property.
  static let busyUnless = "x-busyUnless"
  static let error = "x-error"
  static let filters = "x-filters"
  static let propertyOpens = "x-opens"

  // Keywords of an action and its arguments.
  static let actionOpens = "opens"
  static let source = "x-source"
  static let writeOnly = "writeOnly"

  // Keywords of the OpenRPC document.
  static let viewTypeOrder = "x-viewTypeOrder"
}
