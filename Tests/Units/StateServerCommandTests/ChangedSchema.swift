import JSON
import TestSupport

/// A random schema, and the same schema with one change.
struct ChangedSchema {
  /// The relation of the values of the new schema to those of the old one.
  enum Relation { case same, fewer, more, other }

  let old, new: JSONSchema
  let relation: Relation

  init(seed: Int) {
    var source = Source(generator: SeededGenerator(seed: seed))
    old = source.schema(depth: seed % 4)
    (new, relation) = source.changed(old)
  }
}

/// A source of schemas and of changes.
private struct Source {
  typealias Change = (schema: JSONSchema, relation: ChangedSchema.Relation)
  typealias MembersChange = (members: [JSONSchema.Member], relation: ChangedSchema.Relation)

  var generator: SeededGenerator
  private var names = 0

  init(generator: SeededGenerator) { self.generator = generator }

  // MARK: - Schemas

  mutating func schema(depth: Int) -> JSONSchema {
    switch number(below: 10) {
    case 0: .any
    case 1: .null
    case 2: .nullable(concrete(depth: depth - 1))
    case 3: .anyOf([[.string, .pattern("^a$")], [.integer, .range(1...9)]].map { pick($0) } + [.array(of: .number)])
    default: concrete(depth: depth)
    }
  }

  /// A schema without null.
  private mutating func concrete(depth: Int) -> JSONSchema {
    switch number(below: depth > 0 ? 15 : 9) {
    case 0: .boolean
    case 1: .integer
    case 2: .range(-5...5)
    case 3: .number
    case 4: .string
    case 5: .formatted(.uuid)
    case 6: .pattern("^a$")
    case 7: .base64
    case 8: .enumeration(JSONSchema.Enumeration(name: name(), values: pick([["a", "b"], [1, 2]])))
    case 9: .array(of: schema(depth: depth - 1))
    case 10: .set(of: schema(depth: depth - 1))
    case 11: .dictionary(of: schema(depth: depth - 1), keys: pick([.string, .pattern("^a$")]))
    case 12:
      .choice(
        JSONSchema.Choice(
          name: name(),
          cases: [
            .init("one", members: members(depth: depth - 1)), .init("two", members: members(depth: depth - 1)),
          ]))
    default: .object(JSONSchema.Object(name: name(), members: members(depth: depth - 1)))
    }
  }

  private mutating func members(depth: Int) -> [JSONSchema.Member] {
    ["a", "b"].map { JSONSchema.Member($0, schema: schema(depth: depth)).required(Bool.random(using: &generator)) }
  }

  // MARK: - Changes

  /// Changes the schema, or a part of it. With `isNullable`, the schema is part of one that also has null.
  mutating func changed(_ schema: JSONSchema, isNullable: Bool = false) -> Change {
    let parts = partChanges(of: schema)
    if !parts.isEmpty, number(below: 3) > 0 { return pick(parts) }
    var changes = ownChanges(of: schema)
    if schema != .any {
      let isBoolean = schema == .boolean || schema == .nullable(.boolean)
      changes += [(.any, .more), (isBoolean ? .string : .boolean, .other)]
    }
    switch schema {
    case .any, .null, .nullable: break
    default: if !isNullable { changes.append((.nullable(schema), .more)) }
    }
    return pick(changes)
  }

  private mutating func ownChanges(of schema: JSONSchema) -> [Change] {
    switch schema {
    case .any: [(.string, .fewer), (.null, .fewer), (.array(of: .any), .fewer)]
    case .null, .boolean: []
    case .integer: [(.range(0...9), .fewer), (.number, .more)]
    case .range(let range):
      [
        (.range(range.lowerBound...(range.upperBound + 1)), .more), (.integer, .more),
        (.range((range.lowerBound - 1)...range.upperBound), .more),
        (.range((range.lowerBound + 1)...range.upperBound), .fewer),
        (.range(range.lowerBound...(range.upperBound - 1)), .fewer),
      ]
    case .number: [(.integer, .fewer), (.range(0...9), .fewer)]
    case .string:
      [
        (.formatted(.uri), .fewer), (.pattern("^b$"), .fewer), (.base64, .fewer),
        (.enumeration(JSONSchema.Enumeration(name: name(), values: ["c"])), .fewer),
      ]
    case .formatted: [(.formatted(.uri), .other), (.string, .more)]
    case .pattern: [(.pattern("^b$"), .other), (.string, .more), (.formatted(.uuid), .other)]
    case .base64: [(.string, .more), (.pattern("^b$"), .other)]
    case .nullable(let inner): [(inner, .fewer)]
    case .anyOf(let alternatives):
      [(.anyOf(Array(alternatives.dropLast())), .fewer), (.anyOf(alternatives + [.boolean]), .more)]
    case .array(let element): [(.set(of: element), .fewer)]
    case .set(let element): [(.array(of: element), .more)]
    case .dictionary(let value, .string): [(.dictionary(of: value, keys: .pattern("^b$")), .fewer)]
    case .dictionary(let value, _):
      [(.dictionary(of: value), .more), (.dictionary(of: value, keys: .pattern("^b$")), .other)]
    case .enumeration(let enumeration):
      [
        (.enumeration(enumeration.with(values: enumeration.values + ["c"])), .more),
        (.enumeration(enumeration.with(values: enumeration.values.dropLast())), .fewer),
        (.enumeration(enumeration.with(values: enumeration.values.reversed())), .same),
        (.enumeration(enumeration.with(titles: ["a": "A", "1": "One"])), .same),
      ]
    case .choice(let choice):
      [
        (.choice(choice.with(cases: choice.cases + [.init("three")])), .more),
        (.choice(choice.with(cases: choice.cases.dropLast())), .fewer),
        (.choice(choice.with(cases: choice.cases.reversed())), .same),
      ]
    case .object(let object):
      [(.object(JSONSchema.Object(name: object.name, description: "other", members: object.members)), .same)]
    }
  }

  /// One change of each part of a schema.
  private mutating func partChanges(of schema: JSONSchema) -> [Change] {
    switch schema {
    case .any, .null, .boolean, .integer, .range, .number, .string, .formatted, .pattern, .base64, .enumeration:
      return []
    case .nullable(let inner):
      let change = changed(inner, isNullable: true)
      return [(.nullable(change.schema), change.relation)]
    case .anyOf(let alternatives):
      let change = changed(alternatives[0])
      return [(.anyOf([change.schema] + alternatives.dropFirst()), change.relation)]
    case .array(let element):
      let change = changed(element)
      return [(.array(of: change.schema), change.relation)]
    case .set(let element):
      let change = changed(element)
      return [(.set(of: change.schema), change.relation)]
    case .dictionary(let value, let keys):
      let change = changed(value)
      return [(.dictionary(of: change.schema, keys: keys), change.relation)]
    case .choice(let choice):
      let change = changed(choice.cases[0].members)
      let first = JSONSchema.Choice.Case(choice.cases[0].name, members: change.members)
      return [(.choice(choice.with(cases: [first] + choice.cases.dropFirst())), change.relation)]
    case .object(let object):
      let change = changed(object.members)
      return [(.object(JSONSchema.Object(name: object.name, members: change.members)), change.relation)]
    }
  }

  private mutating func changed(_ members: [JSONSchema.Member]) -> MembersChange {
    let (first, rest) = (members[0], Array(members.dropFirst()))
    let added = JSONSchema.Member("c", schema: .string)
    let change = changed(first.schema)
    let changed = JSONSchema.Member(first.name, schema: change.schema).required(first.isRequired)
    return pick([
      ([changed] + rest, change.relation), ([changed] + rest, change.relation),
      ([first.required(!first.isRequired)] + rest, first.isRequired ? .more : .fewer),
      (members + [added], .fewer), (members + [added.required(false)], .same), (members.reversed(), .same),
      // A client that sends the member expects that it has an effect.
      (rest, first.isRequired ? .other : .fewer),
    ])
  }

  // MARK: - Chance

  private mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(below: choices.count)] }

  private mutating func name() -> String {
    names += 1
    return "T\(names)"
  }
}

extension JSONSchema.Enumeration {
  fileprivate func with(values: [Value]? = nil, titles: [String: String]? = nil) -> Self {
    Self(name: name, values: values ?? self.values, titles: titles ?? self.titles)
  }
}

extension JSONSchema.Choice {
  fileprivate func with(cases: [Case]) -> Self { Self(name: name, cases: cases) }
}
