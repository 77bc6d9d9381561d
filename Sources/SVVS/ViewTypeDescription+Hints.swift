extension ViewTypeDescription.Action {
  /// The hints about an argument, from `ActionHint.argument`.
  package struct ArgumentHints {
    package let name: String
    package let title: String?
    package let isWriteOnly: Bool
    /// The array property from which front ends take the argument.
    package let property: String?
    /// The member of an element that front ends pass as the argument. If nil, front ends pass the whole element.
    package let member: String?
    /// Whether a required text may be empty.
    package let mayBeEmpty: Bool
  }

  /// Whether front ends call the action when a view appears.
  package var isCalledOnAppear: Bool {
    for case .onAppear in hints { return true }
    return false
  }

  /// The hints about the arguments.
  package var argumentHints: [ArgumentHints] {
    hints.compactMap { hint in
      guard case .argument(let name, let title, let isWriteOnly, let property, let member, let mayBeEmpty) = hint else {
        return nil
      }
      return ArgumentHints(
        name: name, title: title, isWriteOnly: isWriteOnly, property: property, member: member, mayBeEmpty: mayBeEmpty)
    }
  }

  /// The hints about an argument, if it has any.
  package func hints(ofArgument name: String) -> ArgumentHints? { argumentHints.first { $0.name == name } }
}
