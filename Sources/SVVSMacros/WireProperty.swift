import MacroSupport
import SwiftSyntax

/// A property of a view state that front ends read or set.
struct WireProperty {
  private enum Access {
    case readOnly, readWrite, writeOnly
  }

  let name: String
  /// The hints among its attributes.
  let hints: PropertyHintSource
  private let access: Access
  private let description: String

  /// The properties for front ends in a declaration: none if it is not visible to them.
  static func all(in declaration: VariableDeclSyntax) throws(ViewStateMistake) -> [WireProperty] {
    let isHidden =
      declaration.hasModifier(.private, .fileprivate, .static, .class, .lazy)
      || declaration.hasAttribute("ObservationIgnored") || declaration.hasAttribute("Hidden")
    guard !isHidden else {
      guard let hint = PropertyHintSource.markers.lazy.compactMap(declaration.attribute).first else { return [] }
      throw ViewStateMistake(.hintInside, hint)
    }
    if let action = declaration.attribute("Action") { throw ViewStateMistake(.actionOnProperty, action) }
    let hints = try PropertyHintSource(of: declaration)
    var properties: [WireProperty] = []
    for binding in declaration.bindings {
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { continue }
      properties.append(
        WireProperty(
          name: pattern.identifier.text.trimmingBackticks, hints: hints,
          access: try access(of: binding, in: declaration),
          description: declaration.descriptionArgument))
    }
    return properties
  }

  private static func access(
    of binding: PatternBindingSyntax, in declaration: VariableDeclSyntax
  ) throws(ViewStateMistake) -> Access {
    if let accessors = binding.accessorBlock?.explicitAccessors,
      accessors.contains(where: { $0.effectSpecifiers != nil })
    {
      throw ViewStateMistake(.getterEffects, declaration)
    }
    let isSettable =
      declaration.bindingSpecifier.tokenKind == .keyword(.var) && !declaration.hasRestrictedSetter
      && (binding.accessorBlock.map { !$0.isGetterOnly } ?? true)
    if declaration.hasAttribute("WriteOnly") {
      guard isSettable else { throw ViewStateMistake(.writeOnlyUnsettable, declaration) }
      return .writeOnly
    }
    return isSettable ? .readWrite : .readOnly
  }

  /// The element of the list of properties in the interface, as source code.
  var source: String {
    switch access {
    case .readOnly: ".readOnly(\"\(name)\"\(description)\(hints.argument), get: { $0.`\(name)` })"
    case .readWrite:
      ".readWrite(\"\(name)\"\(description)\(hints.argument), get: { $0.`\(name)` }, set: { $0.`\(name)` = $1 })"
    case .writeOnly: ".writeOnly(\"\(name)\"\(description)\(hints.argument), set: { $0.`\(name)` = $1 })"
    }
  }
}
