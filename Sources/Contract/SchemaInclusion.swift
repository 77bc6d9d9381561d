import JSON

/// A search for the reasons why values of one JSON Schema (the narrow one) may not be values of another JSON Schema
/// (the wide one).
///
/// The search handles the keywords that ``JSONSchema`` and the schemas of messages use. For `format` and `not`, the
/// values in both schemas must be equal. A `format` beside the hint `x-format` does not restrict the values. Like all
/// other keywords, it is ignored.
struct SchemaInclusion {
  /// A reason why a value of the narrow schema may not be a value of the wide schema.
  struct Fault: Hashable {
    enum Reason: Hashable {
      /// The wide schema does not allow some values of the narrow schema. The associated values describe the values of
      /// the narrow schema and the values that the wide schema allows.
      case value(String, allowed: String)
      /// The wide schema requires a member that is optional in the narrow schema.
      case missing
      /// The wide schema does not allow a member that the narrow schema has.
      case surplus
      /// The wide schema allows a member that the narrow schema has, but does not define this member.
      case ignored
    }

    let pointer: JSONPointer
    let reason: Reason
  }

  /// The documents in which references are looked up: one for the narrow schema, and one for the wide schema.
  let narrowDocument, wideDocument: JSONValue
  /// Whether a member that the wide schema ignores is a fault.
  let reportsIgnored: Bool

  /// Returns the reasons why values of the narrow schema may not be values of the wide schema. If all values of the
  /// narrow schema are values of the wide schema, the result is empty.
  func faults(of narrow: JSONValue, in wide: JSONValue) -> [Fault] {
    var pairs = ReferencePairs()
    return faults(of: narrow, in: wide, at: JSONPointer(), with: &pairs)
  }

  /// Compares two schemas, either of which may be a reference. Each pair of schemas is compared only once. Otherwise,
  /// the comparison of schemas that refer to each other twice would take exponential time.
  private func faults(
    of narrow: JSONValue, in wide: JSONValue, at pointer: JSONPointer, with pairs: inout ReferencePairs
  ) -> [Fault] {
    guard narrow["$ref"] != nil || wide["$ref"] != nil else {
      return faults(ofResolved: narrow, in: wide, at: pointer, with: &pairs)
    }
    let pair = [narrow, wide].map { $0["$ref"]?.string ?? $0.description }
    if pairs.begin(pair) {
      let (narrow, wide) = (resolved(narrow, in: narrowDocument), resolved(wide, in: wideDocument))
      pairs.end(pair, with: faults(ofResolved: narrow, in: wide, at: JSONPointer(), with: &pairs))
    }
    return pairs.faults(of: pair).map {
      Fault(pointer: pointer.appending(contentsOf: $0.pointer), reason: $0.reason)
    }
  }

  private func faults(
    ofResolved narrow: JSONValue, in wide: JSONValue, at pointer: JSONPointer, with pairs: inout ReferencePairs
  ) -> [Fault] {
    if let alternatives = alternatives(of: narrow) {
      return alternatives.flatMap { faults(of: $0, in: wide, at: pointer, with: &pairs) }
    }
    if let alternatives = alternatives(of: wide) {
      return faults(of: narrow, inOneOf: alternatives, at: pointer, with: &pairs)
    }
    if let fault = valueFault(of: narrow, in: wide) { return [Fault(pointer: pointer, reason: fault)] }
    return partFaults(of: narrow, in: wide, at: pointer, with: &pairs)
  }

  /// Compares a schema with alternatives. If exactly one alternative differs from the schema only in members or
  /// elements, returns the faults for that alternative. Otherwise, returns one fault for the whole value.
  private func faults(
    of narrow: JSONValue, inOneOf alternatives: [JSONValue], at pointer: JSONPointer, with pairs: inout ReferencePairs
  ) -> [Fault] {
    var candidates: [[Fault]] = []
    for alternative in alternatives {
      let found = faults(of: narrow, in: alternative, at: pointer, with: &pairs)
      if found.isEmpty { return [] }
      if found.contains(where: { $0.pointer != pointer || isOfMembers($0) }) { candidates.append(found) }
    }
    if candidates.count == 1 { return candidates[0] }
    let allowed = alternatives.map { summary(of: resolved($0, in: wideDocument)) }.joined(separator: " or ")
    return [Fault(pointer: pointer, reason: .value(summary(of: narrow), allowed: allowed))]
  }

  private func alternatives(of schema: JSONValue) -> [JSONValue]? {
    (schema["anyOf"] ?? schema["oneOf"])?.elements
  }

  private func isOfMembers(_ fault: Fault) -> Bool {
    if case .value = fault.reason { false } else { true }
  }

  // MARK: - Values

  private func valueFault(of narrow: JSONValue, in wide: JSONValue) -> Fault.Reason? {
    let mismatch = Fault.Reason.value(summary(of: narrow), allowed: summary(of: wide))
    if let allowed = constants(of: wide) {
      guard let constants = constants(of: narrow) else { return mismatch }
      let surplus = constants.filter { !allowed.contains($0) }
      return surplus.isEmpty ? nil : .value(list(surplus), allowed: list(allowed))
    }
    let allowed = types(of: wide)
    if !allowed.isEmpty {
      let found = types(of: narrow)
      guard !found.isEmpty, found.allSatisfy({ isIncluded($0, in: allowed) }) else { return mismatch }
    }
    if let format = format(of: wide), format != self.format(of: narrow) { return mismatch }
    if let excluded = wide["not"], excluded != narrow["not"] { return mismatch }
    for keyword in ["minItems", "minimum"] {
      if let least = wide[keyword]?.integer, least > narrow[keyword]?.integer ?? .min { return mismatch }
    }
    for keyword in ["maxItems", "maximum"] {
      if let most = wide[keyword]?.integer, most < narrow[keyword]?.integer ?? .max { return mismatch }
    }
    return nil
  }

  private func constants(of schema: JSONValue) -> [JSONValue]? {
    schema["const"].map { [$0] } ?? schema["enum"]?.elements
  }

  /// The format that all values have.
  private func format(of schema: JSONValue) -> String? {
    schema[JSONSchema.Hint.Keyword.format.rawValue] == nil ? schema["format"]?.string : nil
  }

  private func types(of schema: JSONValue) -> [String] {
    guard let type = schema["type"] else { return (constants(of: schema) ?? []).map(\.kind.typeName) }
    return type.string.map { [$0] } ?? type.elements.compactMap(\.string)
  }

  private func isIncluded(_ type: String, in allowed: [String]) -> Bool {
    allowed.contains(type) || type == "integer" && allowed.contains("number")
  }

  // MARK: - Members and elements

  private func partFaults(
    of narrow: JSONValue, in wide: JSONValue, at pointer: JSONPointer, with pairs: inout ReferencePairs
  ) -> [Fault] {
    var found: [Fault] = []
    let required = Set((narrow["required"]?.elements ?? []).compactMap(\.string))
    for name in (wide["required"]?.elements ?? []).compactMap(\.string) where !required.contains(name) {
      found.append(Fault(pointer: pointer.appending(name), reason: .missing))
    }
    for (name, schema) in narrow["properties"]?.members ?? [] {
      if let other = wide["properties"]?[name] {
        found += faults(of: schema, in: other, at: pointer.appending(name), with: &pairs)
      } else if wide["additionalProperties"]?.boolean == false {
        found.append(Fault(pointer: pointer.appending(name), reason: .surplus))
      } else if reportsIgnored, wide["properties"] != nil, wide["additionalProperties"] == nil {
        found.append(Fault(pointer: pointer.appending(name), reason: .ignored))
      }
    }
    for keyword in ["additionalProperties", "items"] {
      // `additionalProperties` may be a boolean. That case was handled above, together with the members.
      guard let other = wide[keyword], other.kind == .object else { continue }
      found += faults(of: narrow[keyword] ?? .emptyObject, in: other, at: pointer.appending("*"), with: &pairs)
    }
    return found
  }

  // MARK: - Texts

  private func resolved(_ schema: JSONValue, in document: JSONValue) -> JSONValue {
    var schema = schema
    // A reference may lead to another reference. The limit ends cycles of references.
    for _ in 0..<100 {
      guard let reference = schema["$ref"]?.string else { return schema }
      let found = reference.split(separator: "/").dropFirst().reduce(document as JSONValue?) { $0?[String($1)] }
      guard let found else { return schema }
      schema = found
    }
    return .emptyObject
  }

  /// A short description of the schema, without its deeper parts.
  private func summary(of schema: JSONValue, depth: Int = 0) -> String {
    if let constants = constants(of: schema) { return list(constants) }
    if let alternatives = alternatives(of: schema) {
      guard depth < 3 else { return "…" }
      let words = alternatives.prefix(9).map { summary(of: resolved($0, in: narrowDocument), depth: depth + 1) }
      return (words.prefix(8) + words.dropFirst(8).map { _ in "…" }).joined(separator: " or ")
    }
    let types = types(of: schema).joined(separator: " or ")
    let limits = [format(of: schema), schema["minimum"].map { "≥ \($0)" }, schema["maximum"].map { "≤ \($0)" }]
      .compactMap(\.self)
    return (types.isEmpty ? "anything" : types) + (limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))")
  }

  private func list(_ values: [JSONValue]) -> String {
    values.map(\.description).joined(separator: ", ")
  }
}
