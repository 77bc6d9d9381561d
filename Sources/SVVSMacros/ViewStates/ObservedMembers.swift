import MacroMessages
import SwiftSyntax

/// The observed properties of a class: the stored variables, in the order of their declarations.
struct ObservedMembers {
  /// The names, each once: several branches of an `#if` may declare the same property.
  private var names: [String] = []
  private(set) var mistakes: [Mistake<ObservationMisuse>] = []

  /// Whether the class is marked `@MainActor`.
  let isIsolated: Bool

  init(of declaration: ClassDeclSyntax) {
    isIsolated = declaration.hasAttribute("MainActor")
    add(declaration.memberBlock.members)
  }

  var count: Int { names.count }

  /// The number of a property, or nil if it is not observed.
  func index(of variable: VariableDeclSyntax) -> Int? {
    guard variable.isStoredByInstance, let name = try? variable.observedName.get() else { return nil }
    return names.firstIndex(of: name)
  }

  private mutating func add(_ members: MemberBlockItemListSyntax) {
    for member in members {
      if let choice = member.decl.as(IfConfigDeclSyntax.self) {
        for clause in choice.clauses {
          if case .decls(let members) = clause.elements { add(members) }
        }
      } else if let variable = member.decl.as(VariableDeclSyntax.self), variable.isStoredByInstance {
        switch variable.observedName {
        case .success(let name) where !names.contains(name): names.append(name)
        case .success: break
        case .failure(let mistake): mistakes.append(mistake)
        }
      }
    }
  }
}

extension VariableDeclSyntax {
  /// Whether this declares stored variables of each instance that are not marked `@ObservationIgnored`.
  fileprivate var isStoredByInstance: Bool {
    bindingSpecifier.tokenKind == .keyword(.var) && !hasModifier(.lazy) && !hasAttribute("ObservationIgnored")
      && bindings.contains(where: isStored)
  }

  /// The name of the property, or the mistake that prevents its observation.
  fileprivate var observedName: Result<String, Mistake<ObservationMisuse>> {
    if let wrapper {
      // Without the wrapper, the property is observed. With `@ObservationIgnored`, it would never notify.
      return .failure(
        ["Published", "State"].contains(wrapper.plainName)
          ? Mistake(.publishedProperty, wrapper, .remove(wrapper))
          : Mistake(.propertyWrapper, wrapper, .ignoring(self)))
    }
    guard let binding = bindings.first, bindings.count == 1 else {
      return .failure(Mistake(.severalProperties, self, separated.map { .replace(self, with: $0) }))
    }
    guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
      return .failure(Mistake(.tuplePattern, self, .ignoring(self)))
    }
    if let nonisolated = modifiers.first(where: { $0.name.tokenKind == .keyword(.nonisolated) }) {
      return .failure(Mistake(.nonisolatedProperty, self, .remove(nonisolated), .ignoring(self)))
    }
    return .success(pattern.identifier.text.trimmingBackticks)
  }

  /// The attribute that is a property wrapper, as far as its name shows it.
  private var wrapper: AttributeSyntax? {
    let known = Marker.all + ["ObservationTracked", "MainActor"]
    return attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
      let name = attribute.plainName
      return name.first?.isUppercase ?? false && !known.contains(name) && !name.hasSuffix("Actor")
    }
  }

  /// The same properties, each with a declaration of its own; nil if one of them is a tuple.
  private var separated: String? {
    guard bindings.allSatisfy({ $0.pattern.is(IdentifierPatternSyntax.self) }) else { return nil }
    let start = with(\.bindings, []).trimmedDescription
    let declarations = bindings.map { binding in
      let type = writtenType(of: binding).map { ": \($0.trimmedDescription)" } ?? ""
      let value = binding.initializer.map { " \($0.trimmedDescription)" } ?? ""
      let accessors = binding.accessorBlock.map { " \($0.trimmedDescription)" } ?? ""
      return "\(start) \(binding.pattern.trimmedDescription)\(type)\(value)\(accessors)"
    }
    return declarations.joined(separator: "\n\(leadingTrivia.indentation)")
  }
}

extension Correction {
  /// Excludes a property from observation.
  fileprivate static func ignoring(_ variable: VariableDeclSyntax) -> Correction {
    .insert("@ObservationIgnored ", before: variable)
  }
}

extension Trivia {
  /// The spaces after the last line end.
  fileprivate var indentation: String {
    String(description.reversed().prefix { $0 == " " })
  }
}
