import MacroSupport
import SwiftSyntax

/// A stored property of a struct or class, which becomes a member of the object.
struct StoredMember {
  private let name: String
  /// The member's name in JSON, as a string literal.
  private let key: String
  /// The source of the argument that gives the type of the member: the type itself, or a closure that returns a value
  /// of the type.
  private let typeArgument: String
  private let defaultValue: String?
  private let isConstant: Bool
  /// Whether the member is not written if the property is nil.
  private let isOmittedIfNil: Bool
  private let description: String

  /// Returns the members of a type. Hidden properties are not members.
  static func all(
    in declaration: some DeclGroupSyntax, type: String, omitsNil: Bool
  ) throws(JSONCodableMistake) -> [StoredMember] {
    let keys = CodingKeysSource(in: declaration)
    var members: [StoredMember] = []
    for member in declaration.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), !variable.hasModifier(.static, .class) else {
        continue
      }
      for binding in variable.bindings where binding.accessorBlock?.isObserversOnly ?? true {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
          throw JSONCodableMistake(.tuplePattern, binding)
        }
        let name = pattern.identifier.text.trimmingBackticks
        let isObject = declaration.is(ClassDeclSyntax.self)
        guard !variable.staysInside, keys?.contains(name) ?? true else {
          // An object is not read from JSON, so that its hidden properties need no values.
          if !isObject { try checkInside(variable, binding) }
          continue
        }
        if let part = binding.partWithoutJSONForm {
          let canBeHidden = isObject || binding.initializer != nil
          throw JSONCodableMistake(part.misuse, part.place, canBeHidden ? .insert("@Hidden ", before: variable) : nil)
        }
        let typed = binding.typeAnnotation?.type
        let wrapped = omitsNil ? typed?.as(OptionalTypeSyntax.self)?.wrappedType.trimmedDescription : nil
        // In an extension of a nested type, the names of types that are declared beside it are unknown. The member's
        // type is therefore inferred from a closure.
        let named = type.contains(".") ? nil : wrapped ?? typed?.trimmedDescription
        let label = wrapped == nil ? "of" : "ofWrapped"
        let value = "\(label): { (value: \(isObject ? type : "Self")) in value.`\(name)` }"
        let defaultValue = isObject ? nil : binding.initializer?.value.trimmedDescription
        members.append(
          StoredMember(
            name: name,
            key: variable.argument(ofAttribute: "JSONName") ?? keys?[name] ?? "\"\(name)\"",
            typeArgument: named.map { "(\($0)).self" } ?? value,
            defaultValue: defaultValue,
            isConstant: defaultValue != nil && variable.bindingSpecifier.tokenKind == .keyword(.let),
            isOmittedIfNil: wrapped != nil,
            description: variable.valueHintsArgument + variable.descriptionArgument))
      }
    }
    return members
  }

  /// Checks that a hidden property has a value, because its value is not read from JSON.
  private static func checkInside(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax
  ) throws(JSONCodableMistake) {
    let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
    let isNil = isVariable && binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? false
    guard binding.initializer == nil, !isNil else { return }
    let modifier = variable.modifiers.first {
      [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
    }
    throw JSONCodableMistake(
      .insideWithoutValue, binding, modifier.map { .remove($0) }, variable.attribute("Hidden").map { .remove($0) })
  }

  var schemaMember: String {
    let requirement = defaultValue == nil && !isOmittedIfNil ? "" : ", isRequired: false"
    return "JSONSchema.Member(\(key), \(typeArgument)\(requirement)\(description))"
  }

  /// The source of the statement that reads the member. Nil for a constant with a value, which is written but not read.
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

extension VariableDeclSyntax {
  /// Whether the property is hidden from front ends.
  fileprivate var staysInside: Bool {
    hasModifier(.private, .fileprivate, .lazy) || hasAttribute("Hidden") || hasAttribute("ObservationIgnored")
  }
}

/// An enum such as `CodingKeys`, which gives names in JSON to members or cases.
struct CodingKeysSource {
  /// The names in JSON as string literals, by the names in Swift.
  private let literals: [String: String]

  /// Reads the enum with this name in a type. Returns nil if there is none.
  init?(_ name: String = "CodingKeys", in declaration: some DeclGroupSyntax) {
    let keys = declaration.memberBlock.members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
      .first { $0.name.text == name }
    guard let keys else { return nil }
    literals = Dictionary(keys.cases.map { ($0.plainName, $0.rawLiteral) }) { first, _ in first }
  }

  /// Whether a member or case has a key.
  func contains(_ name: String) -> Bool { literals[name] != nil }

  /// The name in JSON of a member or case, as a string literal. Nil if it has no key.
  subscript(name: String) -> String? { literals[name] }
}

extension EnumDeclSyntax {
  /// The cases, in the order of their declaration.
  var cases: [EnumCaseElementSyntax] {
    memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
  }
}

extension EnumCaseElementSyntax {
  /// The name without backticks.
  var plainName: String { name.text.trimmingBackticks }

  /// The raw value as a string literal.
  var rawLiteral: String { rawValue?.value.trimmedDescription ?? "\"\(plainName)\"" }
}
