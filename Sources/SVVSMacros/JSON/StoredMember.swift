import MacroMessages
import SwiftSyntax
import SwiftSyntaxBuilder

/// A stored property of a struct or class, which becomes a member of the object.
struct StoredMember {
  private let name: String
  /// The member's name in JSON, as a string literal.
  private let key: String
  private let type: MemberType
  /// Whether the property has a value before it is read.
  let hasDefault: Bool
  private let isConstant: Bool
  /// Whether the member is not written if the property is nil.
  private let isOmittedIfNil: Bool
  private let description: String

  /// Returns the members of a type. Hidden properties are not members.
  static func all(
    in declaration: some DeclGroupSyntax, type: String, omitsNil: Bool
  ) throws(JSONCodableMistake) -> [StoredMember] {
    let keys = CodingKeysSource(in: declaration)
    try declaration.memberBlock.members.checkConditions(keys, isRead: !declaration.is(ClassDeclSyntax.self))
    var members: [StoredMember] = []
    for variable in declaration.memberBlock.members.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
      for binding in variable.bindings where variable.isStored(binding) {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
          throw JSONCodableMistake(.tuplePattern, binding)
        }
        let name = pattern.identifier.text.trimmingBackticks
        let isObject = declaration.is(ClassDeclSyntax.self)
        guard !variable.isHidden, keys?.contains(name) ?? true else {
          // An object is not read from JSON, so that its hidden properties need no values.
          if !isObject { try checkHidden(variable, binding) }
          continue
        }
        if let part = binding.partWithoutJSONForm {
          let canBeHidden = isObject || binding.initializer != nil
          throw JSONCodableMistake(part.misuse, part.place, canBeHidden ? .insert("@Hidden ", before: variable) : nil)
        }
        let typed = binding.typeAnnotation?.type
        let wrapped = omitsNil ? typed?.wrappedType : nil
        // In an extension of a nested type, the names of types that are declared beside it are unknown. The member's
        // type is therefore inferred from a closure.
        let named = type.contains(".") ? nil : wrapped ?? typed
        let inferring = wrapped == nil ? "_typeOfMember" : "_wrappedTypeOfMember"
        let inferred = "\(inferring)({ (value: \(isObject ? type : "Self")) in value.`\(name)` })"
        let hasDefault = !isObject && binding.initializer != nil
        for marker in ["JSONName"] + ValueHintAttribute.allCases.map(\.rawValue) {
          let attributes = variable.attributes(named: marker)
          if attributes.count > 1 { throw JSONCodableMistake(.markerTwice, attributes[1], .remove(attributes[1])) }
        }
        let key = variable.argument(ofAttribute: "JSONName") ?? keys?[name] ?? "\"\(name)\""
        guard !members.contains(where: { $0.key.plainLiteral == key.plainLiteral }) else {
          throw JSONCodableMistake(.keyTaken, variable.attribute("JSONName").map(Syntax.init) ?? Syntax(binding))
        }
        let isConstant = hasDefault && variable.bindingSpecifier.tokenKind == .keyword(.let)
        members.append(
          StoredMember(
            name: name,
            key: key,
            type: MemberType(
              named.map { "(\($0.trimmedDescription)).self" } ?? inferred, isStandard: binding.hasStandardForm,
              isRead: !isObject && !isConstant, in: declaration),
            hasDefault: hasDefault,
            isConstant: isConstant,
            isOmittedIfNil: wrapped != nil,
            description: variable.valueHintsArgument + variable.descriptionArgument))
      }
    }
    return members
  }

  /// Checks that a hidden property has a value, because its value is not read from JSON.
  private static func checkHidden(
    _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax
  ) throws(JSONCodableMistake) {
    let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
    let isNil = isVariable && binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? false
    guard binding.initializer == nil, !isNil else { return }
    let modifier = variable.modifiers.first {
      [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
    }
    throw JSONCodableMistake(
      .hiddenWithoutValue, binding, modifier.map { .remove($0) }, variable.attribute("Hidden").map { .remove($0) })
  }

  var schemaMember: String {
    let requirement = hasDefault || isOmittedIfNil ? ", isRequired: false" : ""
    return "JSONSchema.Member(\(key), \(type.source)\(requirement)\(description))"
  }

  /// The source of the statement that reads the member. Nil for a constant with a value, which is written but not read.
  var decoding: String? {
    guard !isConstant else { return nil }
    if isOmittedIfNil { return "self.`\(name)` = try json.\(type.decode)IfPresent(\(key))" }
    // The extension does not repeat the default value, which may contain names that are unknown there.
    if hasDefault { return "try json.\(type.decode)(\(key), into: &self.`\(name)`)" }
    return "self.`\(name)` = try json.\(type.decode)(\(key))"
  }

  var encoding: String {
    let value = isOmittedIfNil ? "value" : "self.`\(name)`"
    let writing = "writer.\(type.member)(\(key), \(value))"
    return isOmittedIfNil ? "if let value = self.`\(name)` { \(writing) }" : writing
  }
}

extension MemberBlockItemListSyntax {
  /// Throws a mistake if a member or a case is inside of an `#if`: the macro does not know which branch is compiled.
  func checkConditions(
    _ keys: CodingKeysSource?, isRead: Bool, isInside: Bool = false
  ) throws(JSONCodableMistake) {
    for item in self {
      if let choice = item.decl.as(IfConfigDeclSyntax.self) {
        for clause in choice.clauses {
          guard case .decls(let members) = clause.elements else { continue }
          try members.checkConditions(keys, isRead: isRead, isInside: true)
        }
      } else if isInside, let variable = item.decl.as(VariableDeclSyntax.self), !variable.isHidden {
        for binding in variable.bindings where variable.isStored(binding) {
          guard keys?.contains(binding.pattern.trimmedDescription.trimmingBackticks) ?? true else { continue }
          let canBeHidden = !isRead || binding.initializer != nil
          throw JSONCodableMistake(
            .insideCondition, variable, canBeHidden ? .insert("@Hidden ", before: variable) : nil)
        }
      } else if isInside, item.decl.is(EnumCaseDeclSyntax.self) || item.decl.declaresCodingKeys {
        throw JSONCodableMistake(.insideCondition, item.decl)
      }
    }
  }
}

extension DeclSyntax {
  fileprivate var declaresCodingKeys: Bool { self.as(EnumDeclSyntax.self)?.name.text == "CodingKeys" }
}

extension String {
  /// The value of a string literal. Other source text is returned as it is.
  fileprivate var plainLiteral: String { ExprSyntax("\(raw: self)").plainText ?? self }
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
