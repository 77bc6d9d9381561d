import JSON
import SVVS
import StateProtocol

extension ViewTypeDescription {
  /// Writes the description of the view type for front ends into the JSON object that `writer` has open.
  func write(to writer: inout JSONWriter, definitions: String) {
    if let title = hints.title { writer.member(.title, title) }
    if let description { writer.member("description", description) }
    if hints.isStart { writer.member(.isStart, true) }
    if let onAppear { writer.member(.onAppear, onAppear.name) }
    if let subtitle {
      writer.key(.subtitle)
      writer.object { $0.reference(toProperty: subtitle.property, member: subtitle.member) }
    }
    writer.key("params")
    writer.object {
      JSONSchema.writeObject(parameters, allowsOthers: false, namesOrder: true, to: &$0, definitions: definitions)
    }
    writer.member(.propertyOrder, properties.map(\.name))
    writer.key("properties")
    writer.object { writer in
      for property in properties {
        writer.key(property.name)
        writer.object { property.write(to: &$0, definitions: definitions) }
      }
    }
    writer.member(.actionOrder, actions.map(\.name))
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
    for case .value(let hint) in hints { hint.write(to: &writer) }
    if let description { writer.member("description", description) }
    schema.writeKeywords(to: &writer, definitions: definitions)
    if access != .readWrite { writer.member(access.rawValue, true) }
    for hint in hints {
      switch hint {
      // Value hints are written above, and the schema of the view type contains the subtitle.
      case .value, .subtitle: break
      case .busy(let values, let action):
        writer.member(.busyUnless, schema.valuesAtRest(otherThan: values))
        if let action { writer.member(.cancelAction, action) }
      case .submits(let action): writer.member(.submits, action)
      case .scrollsFromEnd(let target, let member):
        writer.member(.scrollsFrom, "end")
        guard let target else { break }
        writer.key(.scrollTarget)
        writer.object { $0.reference(toProperty: target, member: member) }
      case .errorMessage: writer.member(.error, true)
      case .filters(let property): writer.member(.filters, property)
      case .opens(let destination): destination.write(as: .propertyOpens, to: &writer)
      }
    }
  }
}

extension ViewTypeDescription.Action {
  fileprivate func write(to writer: inout JSONWriter, definitions: String) {
    if let title { writer.member(.title, title) }
    if let description { writer.member("description", description) }
    for hint in hints {
      switch hint {
      // The schema of the view type contains `onAppear`, and the schemas of the arguments contain their hints. The
      // other hints are only in the screens.
      case .onAppear, .argument, .offered, .notOffered, .destructive, .confirms, .enabled: break
      case .notCancellable: writer.member(.isCancellable, false)
      case .opens(let type, let parameters):
        _Destination(type, with: parameters).write(as: .actionOpens, to: &writer)
      }
    }
    writer.key("arguments")
    writer.object {
      JSONSchema.writeObject(
        arguments, allowsOthers: false, namesOrder: true, to: &$0, definitions: definitions
      ) { argument, writer in hints(ofArgument: argument.name)?.write(to: &writer) }
    }
  }
}

extension ViewTypeDescription.Action.ArgumentHints {
  /// Writes the keywords of the hints into the schema of the argument, which is the JSON object that `writer` has open.
  fileprivate func write(to writer: inout JSONWriter) {
    if let title { writer.member(.title, title) }
    if isWriteOnly { writer.member(.writeOnly, true) }
    guard let property else { return }
    writer.key(.source)
    writer.object { $0.reference(toProperty: property, member: member) }
  }
}

extension _Destination {
  fileprivate func write(as keyword: HintKeyword, to writer: inout JSONWriter) {
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

extension JSONWriter {
  /// Writes the members of a reference to a property, or to a member of its value or of its rows.
  fileprivate mutating func reference(toProperty property: String, member name: String?) {
    member("property", property)
    if let name { member("member", name) }
  }
}
