import MacroSupport
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@JSONCodable`: writes the JSON form of a struct, an enum or a final class, and its schema.
struct JSONCodableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    do {
      let name = type.trimmedDescription
      let form: JSONForm =
        if let declaration = declaration.as(StructDeclSyntax.self) {
          if let rawType = declaration.rawType {
            .rawValue(isKey: rawType.isKey)
          } else {
            try .object(declaration, type: name, omitsNil: node.omitsNil)
          }
        } else if let declaration = declaration.as(EnumDeclSyntax.self) {
          try .enumeration(declaration, type: name)
        } else if let declaration = declaration.as(ClassDeclSyntax.self), declaration.hasModifier(.final) {
          try .observableObject(declaration, type: name)
        } else {
          throw JSONCodableMistake(.codableOnOther, node)
        }
      let parameters = Syntax(declaration).asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
      // The protocols are not isolated, while a module may isolate its types to the main actor by default.
      return form.extensions(of: name, parameters: parameters?.parameters.map(\.name.text) ?? [])
        .map { DeclSyntax("nonisolated \(raw: $0)").cast(ExtensionDeclSyntax.self) }
    } catch let mistake as JSONCodableMistake {
      context.diagnose(mistake.diagnostic)
      return []
    }
  }
}

/// The members of the extensions that give a type its JSON form, as source.
struct JSONForm {
  /// The members for each protocol.
  private var parts: [(conformance: String, members: String)]
  /// Whether the form of a generic type needs a form of its parameters.
  private var needsParameters = true

  init(schema: String, encoding: String, decoding: String?) {
    parts = [("JSONRepresentable", schema), ("JSONEncodable", encoding)]
    if let decoding { parts.insert(("JSONDecodable", decoding), at: 1) }
  }

  /// The form of the raw values, which the protocols provide.
  static func rawValue(isKey: Bool) -> JSONForm {
    var form = JSONForm(schema: "", encoding: "", decoding: "")
    form.needsParameters = false
    return isKey ? form.adding("JSONKey") : form
  }

  /// The same form of a type whose values are also keys of dictionaries.
  func adding(_ conformance: String, members: String = "") -> JSONForm {
    var form = self
    form.parts.append((conformance, members))
    return form
  }

  /// The extensions of a type. A generic type has each part of the form if its parameters have it.
  func extensions(of type: String, parameters: [String]) -> [String] {
    if needsParameters, !parameters.isEmpty {
      return parts.map { conformance, members in
        let requirements = parameters.map { "\($0): \(conformance)" }.joined(separator: ", ")
        return "extension \(type): \(conformance) where \(requirements) {\n\(members)\n}"
      }
    }
    let order = ["JSONRepresentable", "JSONEncodable", "JSONDecodable", "JSONKey"]
    let conformances = order.filter { name in parts.contains { $0.conformance == name } }.joined(separator: ", ")
    let members = parts.map(\.members).filter { !$0.isEmpty }.map { "\($0)\n" }.joined()
    return ["extension \(type): \(conformances) {\n\(members)}"]
  }
}

// MARK: - Objects

extension JSONForm {
  /// A struct as an object with a member for each stored property.
  static func object(
    _ declaration: StructDeclSyntax, type: String, omitsNil: Bool
  ) throws(JSONCodableMistake) -> JSONForm {
    let members = try StoredMember.all(in: declaration, type: type, omitsNil: omitsNil)
    let access = declaration.accessPrefix
    return JSONForm(
      schema: schema(of: members, type: type, declaration),
      encoding: """
          \(access)func encode(to writer: inout JSONWriter) {
            writer.object { writer in
        \(members.map { "      \($0.encoding)\n" }.joined())    }
          }
        """,
      decoding: """
          \(access)init(json: JSONValue) throws(JSONDecodingError) {
            try json.requireObject()
        \(members.compactMap(\.decoding).map { "    \($0)\n" }.joined())  }
        """)
  }

  /// An object, which front ends see as a part of the state and cannot replace.
  static func observableObject(_ declaration: ClassDeclSyntax, type: String) throws(JSONCodableMistake) -> JSONForm {
    let members = try StoredMember.all(in: declaration, type: type, omitsNil: false)
    // The server reads states on the main actor.
    let isIsolated = declaration.hasAttribute("MainActor")
    let indent = isIsolated ? "      " : "    "
    let writing = members.map { "\(indent)  \($0.encoding)\n" }.joined()
    let object = "\(indent)writer.object { writer in\n\(writing)\(indent)}\n"
    let body = isIsolated ? "    MainActor.assumeIsolated {\n\(object)    }\n" : object
    return JSONForm(
      schema: schema(of: members, type: type, declaration),
      encoding: """
          \(declaration.accessPrefix)func encode(to writer: inout JSONWriter) {
            writer.markReadsObjects()
        \(body)  }
        """,
      decoding: nil)
  }

  private static func schema(
    of members: [StoredMember], type: String, _ declaration: some DeclGroupSyntax & WithModifiersSyntax
  ) -> String {
    """
      \(declaration.accessPrefix)static var jsonSchema: JSONSchema {
        .object(JSONSchema.Object(name: "\(type)"\(declaration.descriptionArgument), members: [
    \(members.map { "      \($0.schemaMember),\n" }.joined())    ]))
      }
    """
  }
}

extension AttributeSyntax {
  /// Whether `omitsNil: true` is among the arguments.
  fileprivate var omitsNil: Bool { argument("omitsNil")?.trimmedDescription == "true" }
}
