import JSON

/// Why values of one JSON Schema may not be values of another.
///
/// It knows the keywords that ``JSONSchema`` and the schemas of messages are written with. What it does
/// not know it takes for equal only if it is written equally.
struct SchemaInclusion {
  /// A value of the narrow schema that the wide one has no place for.
  struct Fault: Hashable {
    enum Reason: Hashable {
      /// What the narrow schema has, and what the wide one takes.
      case value(String, allowed: String)
      /// The wide schema wants a member that the narrow one may leave out.
      case missing
      /// The wide schema refuses a member that the narrow one has.
      case surplus
      /// The wide schema does not mention a member that the narrow one has, and takes it unseen.
      case unheeded
    }

    let pointer: JSONPointer
    let reason: Reason
  }

  /// The documents in which the references of either schema are looked up.
  let narrowDocument, wideDocument: JSONValue
  /// Whether a member that nobody heeds is a fault.
  let mindsUnheeded: Bool

  /// What keeps values of the narrow schema from being values of the wide one; nothing if all are.
  func faults(of narrow: JSONValue, in wide: JSONValue) -> [Fault] {
    var pairs = ReferencePairs()
    return faults(of: narrow, in: wide, at: JSONPointer(), with: &pairs)
  }

  /// What is mentioned by reference is compared once, however often it is mentioned: schemas that mention each
  /// other twice would else be compared twice as often with each step.
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

  /// With more than one candidate, only the whole can be told to be missing.
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
    for keyword in ["format", "not"] where wide[keyword] != nil && wide[keyword] != narrow[keyword] { return mismatch }
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
      } else if mindsUnheeded, wide["properties"] != nil, wide["additionalProperties"] == nil {
        found.append(Fault(pointer: pointer.appending(name), reason: .unheeded))
      }
    }
    for keyword in ["additionalProperties", "items"] {
      // `additionalProperties` may be a boolean, which the members have been held against.
      guard let other = wide[keyword], other.kind == .object else { continue }
      found += faults(of: narrow[keyword] ?? .emptyObject, in: other, at: pointer.appending("*"), with: &pairs)
    }
    return found
  }

  // MARK: - Texts

  private func resolved(_ schema: JSONValue, in document: JSONValue) -> JSONValue {
    var schema = schema
    // A reference may lead to another, but not round in a circle.
    for _ in 0..<100 {
      guard let reference = schema["$ref"]?.string else { return schema }
      let found = reference.split(separator: "/").dropFirst().reduce(document as JSONValue?) { $0?[String($1)] }
      guard let found else { return schema }
      schema = found
    }
    return .emptyObject
  }

  /// The schema in some words, of which those that lie deep are left out.
  private func summary(of schema: JSONValue, depth: Int = 0) -> String {
    if let constants = constants(of: schema) { return list(constants) }
    if let alternatives = alternatives(of: schema) {
      guard depth < 3 else { return "…" }
      let words = alternatives.prefix(9).map { summary(of: resolved($0, in: narrowDocument), depth: depth + 1) }
      return (words.prefix(8) + words.dropFirst(8).map { _ in "…" }).joined(separator: " or ")
    }
    let types = types(of: schema).joined(separator: " or ")
    let limits = [schema["format"]?.string, schema["minimum"].map { "≥ \($0)" }, schema["maximum"].map { "≤ \($0)" }]
      .compactMap(\.self)
    return (types.isEmpty ? "anything" : types) + (limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))")
  }

  private func list(_ values: [JSONValue]) -> String {
    values.map(\.description).joined(separator: ", ")
  }
}
