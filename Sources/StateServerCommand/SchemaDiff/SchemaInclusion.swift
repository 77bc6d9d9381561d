import JSON

/// A search for the reasons why values of one JSON Schema (the narrow one) may not be values of another JSON Schema
/// (the wide one).
///
/// The search handles all keywords of ``JSONSchema``. It does not compare the sets of values that match a `format`, a
/// `pattern` or a `contentEncoding`: if the wide schema has such a keyword, the narrow schema must have the same one.
/// This is also required for a keyword that ``JSONSchema`` does not have, unless it does not restrict the values.
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
  /// The pairs of one comparison. Use a value for one comparison only: two would share the limit of faults.
  private let pairs = ReferencePairs()

  /// Returns the reasons why values of the narrow schema may not be values of the wide schema. If all values of the
  /// narrow schema are values of the wide schema, the result is empty.
  ///
  /// Either schema may be a reference. Each pair of schemas is compared only once. Otherwise, the comparison of schemas
  /// that refer to each other twice would take exponential time.
  func faults(of narrow: JSONValue, in wide: JSONValue, at pointer: JSONPointer = JSONPointer()) -> [Fault] {
    guard narrow["$ref"] != nil || wide["$ref"] != nil else {
      return faults(ofResolved: narrow, in: wide, at: pointer)
    }
    let pair = [narrow, wide].map { $0["$ref"]?.string ?? $0.description }
    if pairs.begin(pair) {
      let (narrow, wide) = (resolved(narrow, in: narrowDocument), resolved(wide, in: wideDocument))
      pairs.end(pair, with: faults(ofResolved: narrow, in: wide, at: JSONPointer()))
    }
    return pairs.faults(of: pair).map {
      Fault(pointer: pointer.appending(contentsOf: $0.pointer), reason: $0.reason)
    }
  }

  private func faults(ofResolved narrow: JSONValue, in wide: JSONValue, at pointer: JSONPointer) -> [Fault] {
    if let alternatives = alternatives(of: narrow) {
      return alternatives.flatMap { faults(of: $0, in: wide, at: pointer) }
    }
    if let alternatives = alternatives(of: wide) {
      return faults(of: narrow, inOneOf: alternatives, at: pointer)
    }
    return faults(ofPlain: narrow, in: wide, at: pointer)
  }

  /// Compares a schema with alternatives. If exactly one alternative differs from the schema only in members or
  /// elements, returns the faults for that alternative. Otherwise, returns one fault for the whole value.
  private func faults(of narrow: JSONValue, inOneOf alternatives: [JSONValue], at pointer: JSONPointer) -> [Fault] {
    var candidates: [[Fault]] = []
    for alternative in alternatives {
      let found = faults(of: narrow, in: alternative, at: pointer)
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

  // MARK: - Keywords

  /// Compares two schemas without references and alternatives. If the values as a whole differ, their members and
  /// elements are not compared.
  private func faults(ofPlain narrow: JSONValue, in wide: JSONValue, at pointer: JSONPointer) -> [Fault] {
    var faults: [Fault] = []
    for (name, condition) in wide.members {
      let counterpart = narrow[name]
      let isMet: Bool
      switch JSONSchema.Keyword(rawValue: name) {
      case .anyOf, .oneOf, .description: isMet = true
      case .enumeration:
        let surplus = constants(of: narrow)?.filter { !condition.elements.contains($0) }
        if let surplus, !surplus.isEmpty {
          return [Fault(pointer: pointer, reason: .value(list(surplus), allowed: list(condition.elements)))]
        }
        isMet = surplus != nil
      case .type:
        let types = types(of: narrow)
        isMet = !types.isEmpty && types.allSatisfy { isIncluded($0, in: condition.string) }
      case .minimum:
        let least = counterpart?.integer ?? constants(of: narrow)?.compactMap(\.integer).min()
        isMet = least ?? .min >= condition.integer ?? .min
      case .maximum:
        let most = counterpart?.integer ?? constants(of: narrow)?.compactMap(\.integer).max()
        isMet = most ?? .max <= condition.integer ?? .max
      case .reference, .format, .pattern, .contentEncoding, .uniqueItems: isMet = condition == counterpart
      case .propertyNames:
        isMet = counterpart.map { self.faults(of: $0, in: condition, at: pointer).isEmpty } ?? false
      case .items:
        let place = pointer.appending("*")
        faults += self.faults(of: counterpart ?? .emptyObject, in: condition, at: place)
        isMet = true
      case .required:
        let known = counterpart?.elements ?? []
        for name in condition.elements where !known.contains(name) {
          faults.append(Fault(pointer: pointer.appending(name.string ?? ""), reason: .missing))
        }
        isMet = true
      case .properties:
        faults += memberFaults(of: narrow, in: wide, at: pointer)
        isMet = true
      case .additionalProperties:
        faults += otherMemberFaults(of: narrow, in: wide, at: pointer)
        isMet = true
      case nil: isMet = isAnnotation(name) || condition == counterpart
      }
      guard isMet else {
        return [Fault(pointer: pointer, reason: .value(summary(of: narrow), allowed: summary(of: wide)))]
      }
    }
    return faults
  }

  /// Compares the members that `properties` of the wide schema defines.
  private func memberFaults(of narrow: JSONValue, in wide: JSONValue, at pointer: JSONPointer) -> [Fault] {
    var faults: [Fault] = []
    for (name, condition) in wide["properties"]?.members ?? [] {
      guard let schema = narrow["properties"]?[name] ?? elements(of: narrow) else { continue }
      faults += self.faults(of: schema, in: condition, at: pointer.appending(name))
    }
    guard reportsIgnored, wide["additionalProperties"] == nil else { return faults }
    for (name, _) in otherMembers(of: narrow, in: wide) {
      faults.append(Fault(pointer: pointer.appending(name), reason: .ignored))
    }
    return faults
  }

  /// Compares the members that `properties` of the wide schema does not define.
  private func otherMemberFaults(of narrow: JSONValue, in wide: JSONValue, at pointer: JSONPointer) -> [Fault] {
    var others = otherMembers(of: narrow, in: wide)
    if narrow["additionalProperties"]?.boolean != false { others.append(("*", elements(of: narrow) ?? .emptyObject)) }
    return others.flatMap { name, schema in
      let place = pointer.appending(name)
      guard let condition = elements(of: wide) else { return [Fault(pointer: place, reason: .surplus)] }
      return faults(of: schema, in: condition, at: place)
    }
  }

  private func otherMembers(of narrow: JSONValue, in wide: JSONValue) -> [(key: String, value: JSONValue)] {
    (narrow["properties"]?.members ?? []).filter { wide["properties"]?[$0.key] == nil }
  }

  /// The schema of the values of a dictionary. Nil if `additionalProperties` is missing or false.
  private func elements(of schema: JSONValue) -> JSONValue? {
    schema["additionalProperties"].flatMap { $0.kind == .object ? $0 : nil }
  }

  /// Whether a keyword does not restrict the values. ``ContractComparison`` compares `readOnly` and `writeOnly`. The
  /// others are only in documents of earlier versions.
  private func isAnnotation(_ keyword: String) -> Bool {
    keyword.hasPrefix("x-") || ["readOnly", "writeOnly", "title", "propertyOrder"].contains(keyword)
  }

  private func constants(of schema: JSONValue) -> [JSONValue]? {
    schema["enum"]?.elements
  }

  private func types(of schema: JSONValue) -> [String] {
    schema["type"]?.string.map { [$0] } ?? (constants(of: schema) ?? []).map(\.kind.typeName)
  }

  private func isIncluded(_ type: String, in allowed: String?) -> Bool {
    type == allowed || type == "integer" && allowed == "number"
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
    let limits = schema.members.compactMap { limit($0.key, $0.value, of: schema) }
    return (schema["type"]?.string ?? "anything") + (limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))")
  }

  private func limit(_ name: String, _ value: JSONValue, of schema: JSONValue) -> String? {
    switch JSONSchema.Keyword(rawValue: name) {
    case .minimum: "≥ \(value)"
    case .maximum: "≤ \(value)"
    case .format, .pattern, .contentEncoding, .reference: value.string
    case .uniqueItems: "without duplicates"
    case .propertyNames: "names: \(summary(of: resolved(value, in: narrowDocument)))"
    case .anyOf, .oneOf, .type, .enumeration, .items, .properties, .required, .additionalProperties, .description: nil
    case nil: isAnnotation(name) ? nil : "\(name): \(value)"
    }
  }

  private func list(_ values: [JSONValue]) -> String {
    values.map(\.description).joined(separator: ", ")
  }
}

/// The pairs of schemas that were compared because one of them is a reference.
private final class ReferencePairs {
  /// After this many faults were reported, only the first fault of each pair is reported.
  private static let maximumFaults = 1000

  /// The faults of each pair, with pointers relative to the pair. While a pair is being compared, it is assumed to have
  /// no faults. A recursive type is therefore included if the rest of the type is included.
  private var found: [[String]: [SchemaInclusion.Fault]] = [:]
  /// The pairs, in the order in which their comparisons began.
  private var order: [[String]] = []
  private var count = 0

  /// Begins to compare a pair. Returns false if the pair was already compared or is being compared.
  func begin(_ pair: [String]) -> Bool {
    guard found[pair] == nil else { return false }
    found[pair] = []
    order.append(pair)
    return true
  }

  /// Ends the comparison of a pair. If the pair has faults, removes the pairs without faults whose comparisons began
  /// later. Those pairs may have no faults only because this pair was assumed to have none.
  func end(_ pair: [String], with faults: [SchemaInclusion.Fault]) {
    found[pair] = faults
    guard !faults.isEmpty, let index = order.lastIndex(of: pair) else { return }
    for other in order[(index + 1)...] where found[other]?.isEmpty == true { found[other] = nil }
    order.removeSubrange((index + 1)...)
  }

  /// The faults to report where a pair is used.
  func faults(of pair: [String]) -> [SchemaInclusion.Fault] {
    let faults = found[pair] ?? []
    count += faults.count
    return count <= ReferencePairs.maximumFaults ? faults : Array(faults.prefix(1))
  }
}
