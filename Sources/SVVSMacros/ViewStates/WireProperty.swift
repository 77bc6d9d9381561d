import MacroMessages
import SwiftDiagnostics
import SwiftSyntax

/// A property of a view state that front ends read or set.
struct WireProperty {
  private enum Access {
    case readOnly, readWrite, writeOnly
  }

  let name: String
  /// The hints among its attributes.
  let hints: PropertyHintSource
  /// The warning that front ends may be able to do more than intended.
  let warning: Diagnostic?
  private let access: Access
  private let description: String
  private let hasStandardForm: Bool

  /// The properties for front ends in a declaration: none if it is not visible to them.
  static func all(in declaration: VariableDeclSyntax) throws(ViewStateMistake) -> [WireProperty] {
    if let action = declaration.attribute("Action") {
      throw ViewStateMistake(.actionOnProperty, action, .remove(action))
    }
    guard !declaration.isHidden else {
      guard let hint = Marker.ofProperties.lazy.compactMap(declaration.attribute).first else { return [] }
      throw ViewStateMistake(.hintInside, hint, .remove(hint))
    }
    let hints = try PropertyHintSource(of: declaration)
    var properties: [WireProperty] = []
    for binding in declaration.bindings where declaration.connection(of: binding) == nil {
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
      if let part = binding.partWithoutJSONForm {
        throw ViewStateMistake(part.misuse, part.place, .insert("@Hidden ", before: declaration))
      }
      let name = pattern.identifier.text.trimmingBackticks
      let access = try access(of: binding, in: declaration)
      let isPlain = access == .readWrite && binding.accessorBlock?.isObserversOnly ?? true
      properties.append(
        WireProperty(
          name: name, hints: hints,
          warning: isPlain ? ViewStateWarning.aboutSetting(name, binding, in: declaration) : nil,
          access: access, description: declaration.descriptionArgument,
          hasStandardForm: binding.hasStandardForm))
    }
    return properties
  }

  private static func access(
    of binding: PatternBindingSyntax, in declaration: VariableDeclSyntax
  ) throws(ViewStateMistake) -> Access {
    if let accessors = binding.accessorBlock?.explicitAccessors,
      accessors.contains(where: { $0.effectSpecifiers != nil })
    {
      throw ViewStateMistake(.getterEffects, declaration, .insert("@Hidden ", before: declaration))
    }
    let isSettable =
      declaration.bindingSpecifier.tokenKind == .keyword(.var) && !declaration.hasRestrictedSetter
      && (binding.accessorBlock.map { !$0.isGetterOnly } ?? true)
    if let attribute = declaration.attribute("WriteOnly") ?? declaration.attribute("Settable") {
      guard isSettable else {
        let restriction = declaration.modifiers.first { $0.detail != nil }
        let isConstant = declaration.bindingSpecifier.tokenKind == .keyword(.let)
        throw ViewStateMistake(
          .unsettable, declaration, restriction.map { .remove($0) },
          isConstant ? .replace(declaration.bindingSpecifier, with: "var") : nil, .remove(attribute))
      }
    }
    if declaration.hasAttribute("WriteOnly") { return .writeOnly }
    return isSettable ? .readWrite : .readOnly
  }

  /// The element of the list of properties in the interface, as source code.
  ///
  /// - Parameter type: The type of the state.
  func source(in type: String) -> String {
    let place = "_downcast($0, to: \(type).self).`\(name)`"
    let (function, closures) =
      switch access {
      case .readOnly: ("readOnly", "get: { \(checked(place)) }")
      case .readWrite: ("readWrite", "get: { \(checked(place)) }, set: { \(place) = $1 }")
      case .writeOnly: ("writeOnly", "set: { \(place) = \(checked("$1")) }")
      }
    return ".\(function)(\"\(name)\"\(description)\(hints.argument), \(closures))"
  }

  /// The source of a value whose type must have a JSON form.
  private func checked(_ value: String) -> String {
    hasStandardForm ? value : "_theTypeMustBeMarkedJSONCodable(value: \(value))"
  }
}
