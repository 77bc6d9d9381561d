import JSON
import SVVS
import StateProtocol

extension ViewTypeDescription {
  /// Writes the parameters, the properties and the actions into the JSON object that `writer` has open.
  func write(to writer: inout JSONWriter, definitions: String) {
    if let description { writer.member("description", description) }
    writer.key("params")
    writer.object { JSONSchema.writeObject(parameters, allowsOthers: false, to: &$0, definitions: definitions) }
    writer.key("properties")
    writer.object { writer in
      for property in properties {
        writer.key(property.name)
        writer.object { writer in
          if let description = property.description { writer.member("description", description) }
          property.schema.writeKeywords(to: &writer, definitions: definitions)
          if property.access != .readWrite { writer.member(property.access.rawValue, true) }
        }
      }
    }
    writer.key("actions")
    writer.object { writer in
      for action in actions {
        writer.key(action.name)
        writer.object { action.write(to: &$0, definitions: definitions) }
      }
    }
  }
}

extension ViewTypeDescription.Action {
  fileprivate func write(to writer: inout JSONWriter, definitions: String) {
    if let description { writer.member("description", description) }
    writer.key("arguments")
    writer.object {
      JSONSchema.writeObject(arguments, allowsOthers: false, to: &$0, definitions: definitions) { argument, writer in
        guard hints(ofArgument: argument.name)?.isWriteOnly == true else { return }
        writer.member("writeOnly", true)
      }
    }
  }
}
