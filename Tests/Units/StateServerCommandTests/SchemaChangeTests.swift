import JSON
import TestSupport
import Testing

@testable import StateServerCommand

/// The verdicts of a comparison of documents whose schemas differ in exactly one thing.
struct SchemaChangeTests {
  /// A place of a schema in the document.
  enum Place: CaseIterable {
    case methodParameter, viewParameter, argument, writeOnlyProperty, readWriteProperty
    case readOnlyProperty, result, notification, errorData

    func isBroken(by relation: ChangedSchema.Relation) -> Bool {
      switch (self, relation) {
      case (_, .same): false
      case (.readWriteProperty, _), (_, .other): true
      case (.methodParameter, _), (.viewParameter, _), (.argument, _), (.writeOnlyProperty, _): relation == .fewer
      case (.readOnlyProperty, _), (.result, _), (.notification, _), (.errorData, _): relation == .more
      }
    }
  }

  /// The server may send less and accept more than before.
  @Test func aChangedSchemaBreaksTheClientsThatItAffects() throws {
    for seed in 0..<1500 {
      let changed = ChangedSchema(seed: seed)
      for place in Place.allCases {
        let (old, new) = try (document(changed.old, at: place), document(changed.new, at: place))
        let changes = ContractComparison(from: old, to: new).changes
        #expect(
          changes.contains(where: \.isBreaking) == place.isBroken(by: changed.relation),
          "seed \(seed), \(place), \(changed.relation) values: \(old) \(new) \(changes)")
      }
    }
  }

  private func document(_ schema: JSONSchema, at place: Place) throws -> JSONValue {
    var definitions = JSONDefinitions()
    try definitions.add(schema)
    let path = "#/components/schemas/"
    var writer = JSONWriter()
    writer.object { schema.writeKeywords(to: &$0, definitions: path) }
    let value = writer.description
    let members = #"{"type":"object","properties":{"a":\#(value)},"required":["a"],"additionalProperties":false}"#
    let parameters = #"[{"name":"a","required":true,"schema":\#(value)}]"#
    let text =
      switch place {
      case .methodParameter: #""methods":[{"name":"m","params":\#(parameters)}]"#
      case .viewParameter: page(#""params":\#(members)"#)
      case .argument: page(#""actions":{"act":{"arguments":\#(members)}}"#)
      case .writeOnlyProperty: page(property(value, #","writeOnly":true"#))
      case .readWriteProperty: page(property(value, ""))
      case .readOnlyProperty: page(property(value, #","readOnly":true"#))
      case .result: #""methods":[{"name":"m","params":[],"result":{"schema":\#(value)}}]"#
      case .notification: #""x-notifications":[{"name":"n","params":\#(parameters)}]"#
      case .errorData: #""x-viewTypes":{}"#
      }
    let types = definitions.schemas.map { name, schema in
      var writer = JSONWriter()
      schema.writeDefinition(to: &writer, definitions: path)
      return #""\#(name)":\#(writer.description)"#
    }
    let errors = place == .errorData ? #"{"Busy":{"code":1,"x-data":\#(members)}}"# : "{}"
    return try JSONValue(
      parsing: #"{\#(text),"components":{"schemas":{\#(types.joined(separator: ","))},"errors":\#(errors)}}"#)
  }

  private func page(_ member: String) -> String { #""x-viewTypes":{"page":{\#(member)}}"# }

  private func property(_ schema: String, _ access: String) -> String {
    // A property is an object with keywords, at least with one that has no meaning.
    #""properties":{"p":{"description":"p"\#(schema == "{}" ? "" : "," + schema.dropFirst().dropLast())\#(access)}}"#
  }
}
