import MacroSupport
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@JSONCodable`: writes the JSON form of a struct or of an enum of strings, and its schema.
struct JSONCodableMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    do {
      let sources =
        if let declaration = declaration.as(StructDeclSyntax.self) {
          try structExtensions(declaration, type: type.trimmedDescription, omitsNil: node.omitsNil)
        } else if let declaration = declaration.as(EnumDeclSyntax.self) {
          [try enumExtension(declaration, type: type.trimmedDescription)]
        } else {
          throw JSONCodableMistake(.codableOnOther, node)
        }
      // The protocols are not isolated, while a module may isolate its types to the main actor by default.
      return sources.map { DeclSyntax("nonisolated \(raw: $0)").cast(ExtensionDeclSyntax.self) }
    } catch let mistake as JSONCodableMistake {
      context.diagnose(mistake.diagnostic)
      return []
    }
  }

  private static func structExtensions(
    _ declaration: StructDeclSyntax, type: String, omitsNil: Bool
  ) throws(JSONCodableMistake) -> [String] {
    var members: [StoredMember] = []
    for member in declaration.memberBlock.members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        members += try StoredMember.all(in: variable, omitsNil: omitsNil)
      }
    }
    let access = declaration.accessPrefix
    let schema = """
        \(access)static var jsonSchema: JSONSchema {
          .object(JSONSchema.Object(name: "\(type)"\(declaration.descriptionArgument), members: [
      \(members.map { "      \($0.schemaMember),\n" }.joined())    ]))
        }
      """
    let decoding = """
        \(access)init(json: JSONValue) throws(JSONDecodingError) {
          try json.requireObject()
      \(members.compactMap(\.decoding).map { "    \($0)\n" }.joined())  }
      """
    let encoding = """
        \(access)func encode(to writer: inout JSONWriter) {
          writer.object { writer in
      \(members.map { "      \($0.encoding)\n" }.joined())    }
        }
      """
    guard let parameters = declaration.genericParameterClause?.parameters.map(\.name.text) else {
      return [
        """
        extension \(type): JSONRepresentable, JSONEncodable, JSONDecodable {
        \(schema)
        \(decoding)
        \(encoding)
        }
        """
      ]
    }
    return [("JSONRepresentable", schema), ("JSONDecodable", decoding), ("JSONEncodable", encoding)].map { form, body in
      let requirements = parameters.map { "\($0): \(form)" }.joined(separator: ", ")
      return """
        extension \(type): \(form) where \(requirements) {
        \(body)
        }
        """
    }
  }

  private static func enumExtension(_ declaration: EnumDeclSyntax, type: String) throws(JSONCodableMistake) -> String {
    guard declaration.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription == "String" else {
      throw JSONCodableMistake(.enumWithoutStrings, declaration.name)
    }
    let values = declaration.memberBlock.members
      .compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
      .map { $0.rawValue?.value.trimmedDescription ?? "\"\($0.name.text.trimmingBackticks)\"" }
    let access = declaration.accessPrefix
    return """
      extension \(type): JSONRepresentable, JSONEncodable, JSONDecodable {
        \(access)static var jsonSchema: JSONSchema {
          .enumeration(JSONSchema.Enumeration(name: "\(type)"\(declaration.descriptionArgument), values: [\(values.joined(separator: ", "))]))
        }
        \(access)init(json: JSONValue) throws(JSONDecodingError) {
          let name = try String(json: json)
          guard let value = Self(rawValue: name) else {
            throw JSONDecodingError(expectedOneOf: [\(values.joined(separator: ", "))], found: name)
          }
          self = value
        }
        \(access)func encode(to writer: inout JSONWriter) {
          writer.write(rawValue)
        }
      }
      """
  }
}

/// A stored property of a struct, which becomes a member of the object.
private struct StoredMember {
  private let name: String
  /// The member's name in JSON, as a string literal.
  private let key: String
  private let type: String
  private let defaultValue: String?
  private let isConstant: Bool
  /// Whether the member is left out while the property is nil.
  private let isOmittedIfNil: Bool
  private let description: String

  static func all(in declaration: VariableDeclSyntax, omitsNil: Bool) throws(JSONCodableMistake) -> [StoredMember] {
    guard !declaration.hasModifier(.static) else { return [] }
    guard !declaration.hasModifier(.private, .fileprivate) else {
      try checkPrivate(declaration)
      return []
    }
    var members: [StoredMember] = []
    for binding in declaration.bindings where binding.accessorBlock?.isObserversOnly ?? true {
      guard let type = binding.typeAnnotation?.type else { throw JSONCodableMistake(.memberWithoutType, binding) }
      let defaultValue = binding.initializer?.value.trimmedDescription
      let name = binding.pattern.trimmedDescription.trimmingBackticks
      members.append(
        StoredMember(
          name: name,
          key: declaration.argument(ofAttribute: "JSONName") ?? "\"\(name)\"",
          type: type.optionalWrapped(if: omitsNil) ?? type.trimmedDescription,
          defaultValue: defaultValue,
          isConstant: defaultValue != nil && declaration.bindingSpecifier.tokenKind == .keyword(.let),
          isOmittedIfNil: type.optionalWrapped(if: omitsNil) != nil,
          description: declaration.titleArgument + declaration.descriptionArgument))
    }
    return members
  }

  /// Checks that a private member has a default value, because it is not decoded.
  private static func checkPrivate(_ declaration: VariableDeclSyntax) throws(JSONCodableMistake) {
    let isVariable = declaration.bindingSpecifier.tokenKind == .keyword(.var)
    for binding in declaration.bindings where binding.accessorBlock?.isObserversOnly ?? true {
      let isNil = isVariable && binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? false
      guard binding.initializer != nil || isNil else { throw JSONCodableMistake(.privateWithoutValue, binding) }
    }
  }

  var schemaMember: String {
    let requirement = defaultValue == nil && !isOmittedIfNil ? "" : ", isRequired: false"
    return "JSONSchema.Member(\(key), (\(type)).self\(requirement)\(description))"
  }

  /// A constant with a value is written and never read.
  var decoding: String? {
    guard !isConstant else { return nil }
    if isOmittedIfNil { return "self.`\(name)` = try json.decodeIfPresent(\(key))" }
    let fallback = defaultValue.map { ", default: \($0)" } ?? ""
    return "self.`\(name)` = try json.decode(\(key)\(fallback))"
  }

  var encoding: String {
    isOmittedIfNil
      ? "if let value = self.`\(name)` { writer.member(\(key), value) }" : "writer.member(\(key), self.`\(name)`)"
  }
}

extension AttributeSyntax {
  /// Whether `omitsNil: true` is among the arguments.
  fileprivate var omitsNil: Bool {
    arguments?.as(LabeledExprListSyntax.self)?.contains {
      $0.label?.text == "omitsNil" && $0.expression.trimmedDescription == "true"
    } ?? false
  }
}

extension TypeSyntax {
  /// The type that an optional one wraps; nil for any other, and unless it is asked for.
  fileprivate func optionalWrapped(if isAsked: Bool) -> String? {
    isAsked ? self.as(OptionalTypeSyntax.self)?.wrappedType.trimmedDescription : nil
  }
}
