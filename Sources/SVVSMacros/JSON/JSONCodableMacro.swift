import MacroMessages
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macro `@JSONCodable`, which generates the JSON form of a struct, an enum or a final class, and its schema.
struct JSONCodableMacro: ExtensionMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    if let diagnostic = JSONCodableMisuse.codableOnOther.diagnoseMisplaced(node, on: declaration) {
      context.diagnose(diagnostic)
    }
    return []
  }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let name = type.trimmedDescription
    let parameters = Syntax(declaration).asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    let form: JSONForm
    do {
      form =
        if let declaration = declaration.as(StructDeclSyntax.self) {
          if let rawType = declaration.rawType {
            .rawValue(isKey: RawType.keys.contains(rawType))
          } else {
            try .object(declaration, type: name, omitsNil: node.omitsNil)
          }
        } else if let declaration = declaration.as(EnumDeclSyntax.self) {
          try .enumeration(declaration, type: name)
        } else if let declaration = declaration.as(ClassDeclSyntax.self), declaration.hasModifier(.final) {
          try .observableObject(declaration, type: name)
        } else {
          throw JSONCodableMistake(.codableOnOther, node, .makingFinalClass(declaration))
        }
    } catch let mistake as JSONCodableMistake {
      context.diagnose(mistake.diagnostic)
      guard let placeholder = JSONForm.placeholder(for: declaration) else { return [] }
      form = placeholder
    }
    // The conformances must not be isolated, but a module may isolate its types to the main actor by default.
    return form.extensions(of: name, parameters: parameters?.parameters.map(\.name.text) ?? [])
      .map { DeclSyntax("nonisolated \(raw: $0)").cast(ExtensionDeclSyntax.self) }
  }
}

/// The source of the extensions that give a type its JSON form.
struct JSONForm {
  /// The protocols, each with the members that the extension declares for it.
  private var parts: [(conformance: String, members: String)]
  /// Whether a generic type has this form only if the arguments of its type parameters have a form.
  private var needsParameters = true

  init(schema: String, encoding: String, decoding: String?) {
    parts = [("JSONRepresentable", schema), ("JSONEncodable", encoding)]
    if let decoding { parts.insert(("JSONDecodable", decoding), at: 1) }
  }

  /// The form of a struct with raw values. Extensions of the protocols implement its members.
  static func rawValue(isKey: Bool) -> JSONForm {
    var form = JSONForm(schema: "", encoding: "", decoding: "")
    form.needsParameters = false
    return isKey ? form.adding("JSONKey") : form
  }

  /// Returns the form of a type with a mistake, for which the compiler then reports no missing conformance. Nil for an
  /// actor or a protocol.
  static func placeholder(for declaration: some DeclGroupSyntax) -> JSONForm? {
    guard !declaration.is(ActorDeclSyntax.self), !declaration.is(ProtocolDeclSyntax.self) else { return nil }
    let access = declaration.asProtocol((any WithModifiersSyntax).self)?.accessPrefix ?? ""
    let body = "{ fatalError(\"the type has no JSON form\") }"
    return JSONForm(
      schema: "  \(access)static var jsonSchema: JSONSchema \(body)",
      encoding: "  \(access)func encode(to writer: inout JSONWriter) \(body)",
      decoding: declaration.is(ClassDeclSyntax.self)
        ? nil : "  \(access)init(json: JSONValue) throws(JSONDecodingError) \(body)")
  }

  /// Returns the same form with one more conformance.
  func adding(_ conformance: String, members: String = "") -> JSONForm {
    var form = self
    form.parts.append((conformance, members))
    return form
  }

  /// Returns the extensions of a type. A generic type conforms to a protocol if its type parameters conform to it.
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
  /// Returns the form of a struct: an object with a member for each stored property that is not hidden.
  static func object(
    _ declaration: StructDeclSyntax, type: String, omitsNil: Bool
  ) throws(JSONCodableMistake) -> JSONForm {
    let members = try StoredMember.all(in: declaration, type: type, omitsNil: omitsNil)
    let access = declaration.accessPrefix
    // A property with a property wrapper cannot be passed inout before all properties have values.
    let read = members.filter { !$0.hasDefault } + members.filter(\.hasDefault)
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
        \(read.compactMap(\.decoding).map { "    \($0)\n" }.joined())  }
        """)
  }

  /// Returns the form of a final class: an object that front ends see as a part of the state but cannot replace.
  static func observableObject(_ declaration: ClassDeclSyntax, type: String) throws(JSONCodableMistake) -> JSONForm {
    let members = try StoredMember.all(in: declaration, type: type, omitsNil: false)
    // The isolation can be assumed, because the server reads view states on the main actor.
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
  /// Whether the attribute has the argument `omitsNil: true`.
  fileprivate var omitsNil: Bool { argument("omitsNil")?.trimmedDescription == "true" }
}
