import MacroSupport
import SwiftSyntax

/// The observed properties of a class: the stored variables, in the order of their declarations.
struct ObservedMembers {
  /// The names, each once: several branches of an `#if` may declare the same property.
  private var names: [String] = []
  private(set) var misuses: [(ObservationMisuse, VariableDeclSyntax)] = []

  init(of declaration: ClassDeclSyntax) { add(declaration.memberBlock.members) }

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
        case .failure(let misuse): misuses.append((misuse, variable))
        }
      }
    }
  }
}

extension VariableDeclSyntax {
  /// Whether this declares stored variables of each instance that are not marked `@ObservationIgnored`.
  fileprivate var isStoredByInstance: Bool {
    bindingSpecifier.tokenKind == .keyword(.var) && !hasModifier(.static, .class, .lazy)
      && !hasAttribute("ObservationIgnored")
      && bindings.contains { $0.accessorBlock?.isObserversOnly ?? true }
  }

  /// The name of the property, or the mistake that prevents its observation.
  fileprivate var observedName: Result<String, ObservationMisuse> {
    guard let binding = bindings.first, bindings.count == 1 else { return .failure(.severalProperties) }
    guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { return .failure(.tuplePattern) }
    let isNonisolated = modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) }
    return isNonisolated ? .failure(.nonisolatedProperty) : .success(pattern.identifier.text.trimmingBackticks)
  }
}
