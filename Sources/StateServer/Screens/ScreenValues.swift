import JSON
import StateProtocol

/// Makes the fields of screens from the schemas of values, and checks that the hints of the values fit their types.
struct ScreenValues {
  /// The fields of the records, by the names of their types.
  private var records: [String: [ScreenField]] = [:]

  /// Makes the fields of all records, so that each type is checked once.
  init(definitions: [String: JSONSchema]) throws(MisleadingHint) {
    for (name, schema) in definitions.sorted(by: { $0.key < $1.key }) {
      try MisleadingHint.inside("type \(name)") { () throws(MisleadingHint) in
        records[name] = try schema.members.map { member throws(MisleadingHint) in
          try ScreenValues.field(member, kind: "member", records: nil)
        }
      }
    }
  }

  /// Makes the field for the value of a property.
  func field(
    _ name: String, _ schema: JSONSchema, hints: [JSONSchema.Hint], description: String?
  ) throws(MisleadingHint) -> ScreenField {
    try ScreenValues.field(name, schema, hints: hints, description: description, records: records)
  }

  /// Makes the field for a parameter or an argument.
  func ask(_ member: JSONSchema.Member, kind: String) throws(MisleadingHint) -> ScreenField {
    var field = try ScreenValues.field(member, kind: kind, records: nil)
    if field.of != nil { (field.kind, field.of) = (.json, nil) }
    (field.role, field.priority) = (nil, nil)
    if !member.isRequired { field.optional = true }
    return field
  }

  private static func field(
    _ member: JSONSchema.Member, kind: String, records: [String: [ScreenField]]?
  ) throws(MisleadingHint) -> ScreenField {
    try MisleadingHint.inside("\(kind) \(member.name)") { () throws(MisleadingHint) in
      try field(
        member.name, member.schema, hints: member.hints, description: member.description, records: records)
    }
  }

  /// - Parameter records: The fields of the records. Nil if a record within the value is shown as JSON.
  private static func field(
    _ name: String, _ schema: JSONSchema, hints: [JSONSchema.Hint], description: String?,
    records: [String: [ScreenField]]?
  ) throws(MisleadingHint) -> ScreenField {
    var field = ScreenField(name: name, title: "", description: description)
    field.show(schema, records: records)
    for hint in hints {
      try MisleadingHint.inside(hint.mark) { () throws(MisleadingHint) in
        try field.follow(hint, schema.withoutNull)
      }
    }
    if field.title.isEmpty { field.title = name.titleOfName }
    return field
  }
}

extension ScreenField {
  /// Sets the members that follow from the type of the value.
  fileprivate mutating func show(_ schema: JSONSchema, records: [String: [ScreenField]]?) {
    switch schema {
    case .any, .null, .dictionary, .anyOf, .choice: kind = .json
    case .boolean: kind = .switch
    case .integer, .range: kind = .integer
    case .number: kind = .number
    case .string, .pattern, .base64: kind = .text
    case .formatted(let standard):
      kind = .text
      format = standard == .dateTime ? .time : standard == .uri ? .url : nil
    case .nullable(let inner):
      show(inner, records: records)
      nullable = true
    case .enumeration(let enumeration):
      kind = .choice
      choices = enumeration.values.map { value in
        let title = enumeration.titles[value.text] ?? ""
        return ScreenChoice(value: ScreenConstant(value), title: title.isEmpty ? value.text : title)
      }
    case .object(let object):
      if schema.isFileLocation { format = .file }
      guard let records, !object.members.isEmpty else { break }
      kind = .record
      members = records[object.name]
    case .array(let element), .set(let element):
      if case .object(let object) = element.withoutNull, !object.members.isEmpty {
        guard let records else { break }
        kind = .rows
        columns = records[object.name]
      } else {
        kind = .list
        of = ScreenElement(element)
      }
    }
  }

  /// Sets the members that follow from a hint about a value of a type other than null.
  fileprivate mutating func follow(_ hint: JSONSchema.Hint, _ schema: JSONSchema) throws(MisleadingHint) {
    switch hint {
    case .title(let title): self.title = title
    case .shown(.never): role = .hidden
    case .shown(.whenTrue):
      guard schema == .boolean else { throw MisleadingHint("only a boolean can be shown when it is true") }
      role = .flag
    case .priority(let priority): self.priority = priority == 0 ? nil : priority
    case .format(.money(let currency)):
      guard currency.count == 3, currency.allSatisfy({ ("A"..."Z").contains($0) }) else {
        throw MisleadingHint("\(currency) is not a currency code of ISO 4217, such as JPY")
      }
      guard schema.isNumber else { throw MisleadingHint("only a number can be an amount of money") }
      money = ScreenMoney(currency)
    case .format(.longText): try setFormat(.longText, schema)
    case .format(.stream): try setFormat(.stream, schema)
    case .format(.url): try setFormat(.url, schema)
    case .format(.time): try setFormat(.time, schema)
    }
  }

  private mutating func setFormat(_ format: ScreenFormat, _ schema: JSONSchema) throws(MisleadingHint) {
    guard schema == .string else { throw MisleadingHint("only a text can have this format") }
    self.format = format
  }
}

extension ScreenElement {
  fileprivate init(_ schema: JSONSchema) {
    var field = ScreenField(name: "", title: "", description: nil)
    field.show(schema, records: nil)
    if field.kind == .list { field.kind = .json }
    self.init(field)
  }
}

extension ScreenConstant {
  init(_ value: JSONSchema.Enumeration.Value) {
    self =
      switch value {
      case .string(let text): .string(text)
      case .integer(let number): .integer(number)
      }
  }
}

extension ScreenMoney {
  private static let symbols = ["JPY": "¥", "USD": "$", "EUR": "€", "GBP": "£", "KRW": "₩", "INR": "₹"]
  /// The numbers of decimals of ISO 4217 other than 2.
  private static let decimals: [Int: Set<String>] = [
    0: [
      "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
      "XPF",
    ],
    3: ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"],
    4: ["CLF", "UYW"],
  ]

  fileprivate init(_ currency: String) {
    let digits = ScreenMoney.decimals.first { $0.value.contains(currency) }?.key
    self.init(currency: currency, symbol: ScreenMoney.symbols[currency], digits: digits ?? 2)
  }
}
