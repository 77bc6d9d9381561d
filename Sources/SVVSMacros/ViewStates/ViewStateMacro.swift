import MacroMessages
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The implementation of `@ViewState`: generates the conformance to `ViewState` and the `interface`, and makes the
/// class observable.
struct ViewStateMacro: ExtensionMacro, ObservedClassMacro {
  static let misplaced: any Misuse = ViewStateMisuse.viewStateOnOtherThanClass
  static let alternatives = ["Observable"]

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self), declaration.hasModifier(.final) else {
      context.diagnose(ViewStateMisuse.viewStateOnOtherThanClass.diagnose(at: node, .makingFinalClass(declaration)))
      return []
    }
    return [try ExtensionDeclSyntax("extension \(type.trimmed): ViewState {}")]
  }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ClassDeclSyntax.self), declaration.hasModifier(.final) else { return [] }
    let members =
      observingMembers(of: declaration, in: context) + [interface(of: declaration, node, in: context)]
      + MemberwiseInitializer.members(of: declaration)
    let untyped = declaration.untypedProperties
    guard !untyped.isEmpty else { return members }
    let checks = untyped.map { "  _theTypeOfThisPropertyMustBeWritten(`\($0)`)\n" }.joined()
    return members + ["@MainActor private func _$connections() {\n\(raw: checks)}"]
  }

  /// The interface for front ends. It is a member of the class, not of an extension, because an extension of a nested
  /// type does not find the types that are declared beside it.
  private static func interface(
    of declaration: ClassDeclSyntax, _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) -> DeclSyntax {
    let viewType = node.argument(nil)?.plainText ?? declaration.suggestedViewType
    if node.argument(nil)?.plainText == nil {
      // The conformance is generated all the same: without it, every use of the class would be a misleading error.
      let misuse = ViewStateMisuse.viewTypeNotLiteral
      context.diagnose(misuse.diagnose(at: node, .namingViewType("\"\(viewType)\"", in: node)))
    }
    let type = "\(declaration.name.trimmed)\(declaration.genericArguments)"
    var actionNames: Set<String> = []
    var properties: [String] = []
    var keyPaths: [String] = []
    var actions: [String] = []
    var connections: [ConnectedProperty: String] = [:]
    var hasOnAppear = false
    var hasSubtitle = false
    var hasQuestion = false
    var fields: Set<String> = []
    var seen: Set<String> = []
    var references: [HintReference] = []
    for member in declaration.memberBlock.members {
      do throws(ViewStateMistake) {
        if let variable = member.decl.as(VariableDeclSyntax.self) {
          for (kind, name) in variable.connectedProperties {
            guard connections.updateValue(name, forKey: kind) == nil else {
              throw ViewStateMistake(kind.repetition, variable)
            }
          }
          for property in try WireProperty.all(in: variable) {
            properties.append(property.source(in: type))
            keyPaths.append("\\.`\(property.name)`")
            if let warning = property.warning { context.diagnose(warning) }
            fields.insert(property.name)
            if !variable.hasAttribute("WriteOnly") { seen.insert(property.name) }
            references += property.hints.references
            if let subtitle = property.hints.subtitle {
              guard !hasSubtitle else { throw ViewStateMistake(.secondSubtitle, subtitle, .remove(subtitle)) }
              hasSubtitle = true
            }
            if let question = property.hints.question {
              guard !hasQuestion else { throw ViewStateMistake(.secondQuestion, question, .remove(question)) }
              hasQuestion = true
            }
          }
        } else if let function = member.decl.as(FunctionDeclSyntax.self),
          let action = try WireAction.action(of: function, includesAll: node.includesAllActions)
        {
          guard actionNames.insert(action.name).inserted else {
            throw ViewStateMistake(.actionNameTaken, function, .hiding(function))
          }
          if let hint = action.hints.onAppear {
            guard !hasOnAppear else { throw ViewStateMistake(.secondOnAppear, function, .remove(hint)) }
            hasOnAppear = true
          }
          action.warnings.forEach(context.diagnose)
          actions.append(action.source(in: type))
          references += action.hints.references
        } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
          try condition.checkVisibility(includesAllActions: node.includesAllActions)
        }
      } catch {
        context.diagnose(error.diagnostic)
      }
    }
    for reference in references {
      switch reference.kind {
      case .property where !seen.contains(reference.name), .field where !fields.contains(reference.name):
        context.diagnose(ViewStateMisuse.referenceUnknown.diagnose(at: reference.literal))
      case .action where !actionNames.contains(reference.name):
        context.diagnose(ViewStateMisuse.actionUnknown.diagnose(at: reference.literal))
      case .property, .field, .action: break
      }
    }
    // With its type, the interface satisfies the protocol even if there is an error in the value.
    // A generic type cannot have static stored properties. The server reads the interface once for each view type.
    let (keyword, start, end) = declaration.genericParameterClause == nil ? ("let", "=", "") : ("var", "{", " }")
    let access = declaration.accessPrefix
    let keyPathList = keyPaths.isEmpty ? nil : "[\(keyPaths.joined(separator: ", "))] as [PartialKeyPath<\(type)>]"
    let parts = [
      ("effectScope", connections[.effectScope].map { "_downcast($0, to: \(type).self).\($0)" }),
      ("lifetime", connections[.lifetime].map { "_downcast($0, to: \(type).self).\($0)" }),
      ("keyPaths", keyPathList),
    ].compactMap { label, body in body.map { ",\n  \(label): { \($0) }" } }.joined()
    return """
      @MainActor \(raw: access)static \(raw: keyword) interface: _ViewInterface \(raw: start) _ViewInterface(
        type: \(literal: viewType)\(raw: declaration.descriptionArgument)\(raw: node.hintsArgument),
        properties: \(raw: list(properties)),
        actions: \(raw: list(actions))\(raw: parts))\(raw: end)
      """
  }

  private static func list(_ elements: [String]) -> String {
    elements.isEmpty ? "[]" : "[\n" + elements.map { "\($0),\n" }.joined() + "]"
  }
}

extension AttributeSyntax {
  /// Whether `actions: .all` is among the arguments.
  fileprivate var includesAllActions: Bool {
    argument("actions")?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "all"
  }

  /// The argument `hints` of the initializer of `_ViewInterface`, after a comma; empty if there are no hints.
  fileprivate var hintsArgument: String {
    let arguments = labeledArguments.filter { ["title", "isStart"].contains($0.label?.text) }
      .map { $0.with(\.trailingComma, nil).trimmedDescription }
    return arguments.isEmpty ? "" : ", hints: _ViewHints(\(arguments.joined(separator: ", ")))"
  }
}

extension IfConfigDeclSyntax {
  /// Throws a mistake if front ends would see one of the declarations: the interface has no conditions.
  fileprivate func checkVisibility(includesAllActions: Bool) throws(ViewStateMistake) {
    for clause in clauses {
      guard case .decls(let members) = clause.elements else { continue }
      for member in members {
        if let function = member.decl.as(FunctionDeclSyntax.self) {
          guard try WireAction.action(of: function, includesAll: includesAllActions) != nil else { continue }
          throw ViewStateMistake(.insideCondition, function, .hiding(function))
        } else if let variable = member.decl.as(VariableDeclSyntax.self) {
          guard variable.connectedProperties.isEmpty else {
            throw ViewStateMistake(.connectedInsideCondition, variable)
          }
          guard try !WireProperty.all(in: variable).isEmpty else { continue }
          throw ViewStateMistake(.insideCondition, variable, .insert("@Hidden ", before: variable))
        } else if let inner = member.decl.as(IfConfigDeclSyntax.self) {
          try inner.checkVisibility(includesAllActions: includesAllActions)
        }
      }
    }
  }
}

extension Correction {
  /// Excludes a method from the actions.
  fileprivate static func hiding(_ function: FunctionDeclSyntax) -> Correction {
    function.attribute("Action").map { .remove($0) } ?? .insert("@Hidden ", before: function)
  }

  /// Gives a view state a view type.
  fileprivate static func namingViewType(_ literal: String, in node: AttributeSyntax) -> Correction {
    if let argument = node.argument(nil) { return .replace(argument, with: literal) }
    if let first = node.labeledArguments.first { return .insert("\(literal), ", before: first) }
    if let parenthesis = node.leftParen { return .insert(literal, after: parenthesis) }
    return .insert("(\(literal))", after: node.attributeName)
  }
}

extension ClassDeclSyntax {
  /// A view type made of the name of the class: `counter` for `CounterViewState`.
  fileprivate var suggestedViewType: String {
    let name = name.text.trimmingBackticks
    let suffix = ["ViewState", "ViewModel", "State", "Model", "View"].first { name.hasSuffix($0) && name != $0 } ?? ""
    let stem = name.dropLast(suffix.count)
    return stem.prefix(1).lowercased() + stem.dropFirst()
  }

  /// The generic arguments of the type within its own extension; empty if the type is not generic.
  fileprivate var genericArguments: String {
    let names = genericParameterClause?.parameters.map(\.name.trimmedDescription) ?? []
    return names.isEmpty ? "" : "<\(names.joined(separator: ", "))>"
  }
}
