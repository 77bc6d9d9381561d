import JSON
import SVVS

extension ViewTypeDescription {
  /// Writes the description of the view type for front ends into the JSON object that `writer` has open.
  func write(to writer: inout JSONWriter, definitions: String) {
    if let title = hints.title { writer.member(HintKeyword.title, title) }
    if let description { writer.member("description", description) }
    if hints.isStart { writer.member(HintKeyword.isStart, true) }
    if let onAppear = hints.onAppear { writer.member(HintKeyword.onAppear, onAppear) }
    writer.key("params")
    writer.object {
      JSONSchema.writeObject(parameters, allowsOthers: false, namesOrder: true, to: &$0, definitions: definitions)
    }
    writer.member(HintKeyword.propertyOrder, properties.map(\.name))
    writer.key("properties")
    writer.object { writer in
      for property in properties {
        writer.key(property.name)
        writer.object { property.write(to: &$0, definitions: definitions) }
      }
    }
    writer.member(HintKeyword.actionOrder, actions.map(\.name))
    writer.key("actions")
    writer.object { writer in
      for action in actions {
        writer.key(action.name)
        writer.object { action.write(to: &$0, definitions: definitions) }
      }
    }
  }
}

extension ViewTypeDescription.Property {
  fileprivate func write(to writer: inout JSONWriter, definitions: String) {
    if let title = hints?.title { writer.member(HintKeyword.title, title) }
    if let description { writer.member("description", description) }
    schema.writeKeywords(to: &writer, definitions: definitions)
    if access != .readWrite { writer.member(access.rawValue, true) }
    switch hints?.role {
    case .busy(let values):
      writer.key(HintKeyword.busyUnless)
      writer.array { schema.writeValuesAtRest(to: &$0, otherThan: values) }
    case .errorMessage: writer.member(HintKeyword.error, true)
    case .filter(let property): writer.member(HintKeyword.filters, property)
    case nil: break
    }
    hints?.destination?.write(as: HintKeyword.propertyOpens, to: &writer)
  }
}

extension ViewTypeDescription.Action {
  fileprivate func write(to writer: inout JSONWriter, definitions: String) {
    if let title = hints?.title { writer.member(HintKeyword.title, title) }
    if let description { writer.member("description", description) }
    hints?.destination?.write(as: HintKeyword.actionOpens, to: &writer)
    writer.key("arguments")
    writer.object {
      JSONSchema.writeObject(
        arguments, allowsOthers: false, namesOrder: true, to: &$0, definitions: definitions
      ) { argument, writer in hints?.argument(argument.name)?.write(to: &writer) }
    }
  }
}

extension _ArgumentHints {
  /// Writes the keywords of the hints into the schema of the argument, which is the JSON object that `writer` has open.
  func write(to writer: inout JSONWriter) {
    if let title { writer.member(HintKeyword.title, title) }
    if isWriteOnly { writer.member(HintKeyword.writeOnly, true) }
    guard let property else { return }
    writer.key(HintKeyword.source)
    writer.object { writer in
      writer.member("property", property)
      if let member { writer.member("member", member) }
    }
  }
}

extension _Destination {
  fileprivate func write(as keyword: String, to writer: inout JSONWriter) {
    writer.key(keyword)
    writer.object { writer in
      writer.member("type", type)
      guard !parameters.isEmpty else { return }
      writer.key("params")
      writer.object { writer in
        for (name, source) in parameters { writer.member(name, source) }
      }
    }
  }
}

extension JSONSchema {
  /// Writes the values at which no work is in progress: false, 0, null, or the values of an enumeration other than
  /// `values`.
  fileprivate func writeValuesAtRest(to writer: inout JSONWriter, otherThan values: [String]) {
    switch self {
    case .nullable(let inner):
      inner.writeValuesAtRest(to: &writer, otherThan: values)
      writer.writeNull()
    case .boolean: writer.write(false)
    case .integer, .range: writer.write(0)
    case .enumeration(let enumeration):
      for value in enumeration.values where !values.contains(where: { value == .string($0) }) { writer.write(value) }
    default: break
    }
  }
}
