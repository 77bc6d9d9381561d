import JSON
import SVVS

extension JSONSchema.Hint {
  /// The attribute that gives the hint.
  var mark: String { "@\(capitalizedName(of: self))" }
}

extension _PropertyHint {
  /// The attribute that gives the hint.
  var mark: String { if case .value(let hint) = self { hint.mark } else { "@\(capitalizedName(of: self))" } }
}

extension ActionHint {
  /// The hint as it is written in an `@Action`.
  var mark: String { ".\(caseName(of: self))" }
}

/// The name of the case, which is that of the attribute, except for the first letter.
private func capitalizedName(of hint: some Any) -> String {
  let name = caseName(of: hint)
  return name.prefix(1).uppercased() + name.dropFirst()
}

private func caseName(of hint: some Any) -> Substring { "\(hint)".prefix { $0 != "(" } }
