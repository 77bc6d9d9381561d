import JSON
import SVVS
import StateProtocol
import Testing

@testable import StateServer
@testable import StateServerCommand

@JSONCodable
struct ComparedRow {
  @Title("Number") @Priority(1) let id: Int
  @Format(.longText) var note: String?
}

@JSONCodable
enum ComparedPhase: String {
  case idle, loading
}

@JSONCodable
enum ComparedResult {
  case found(ComparedRow)
  case missing(reason: String, isFinal: Bool)
}

/// Documents with one change at one place.
@MainActor
struct ComparedPartsTests {
  /// The parts whose change affects neither clients nor front ends. The name, the arguments and the view types of an
  /// action's method are also in the descriptions of the view types. The names of the parts of screens and the values of
  /// choices are also in the schemas, and a secret argument is also in the screens.
  private static let harmless: Set = [
    "title", "description", "summary", "message", "paramStructure", "required", "enum",
    "methods/*/name", "methods/*/result/name", "methods/*/x-viewTypes/*", "methods/*/params/*/schema/writeOnly",
    "x-viewTypes/*/actions/*/arguments/properties/*/writeOnly",
  ]

  @Test func eachPartOfADocumentIsComparedUnlessItsChangeIsHarmless() throws {
    let document = try document()
    var known: Set<String> = []
    for path in paths(in: document, at: []) where known.insert(shape(of: path)).inserted {
      guard let changed = try document.changed(at: path[...]) else { continue }
      let isCompared = [(document, changed), (changed, document)].contains { old, new in
        !ContractComparison(from: old, to: new).changes.isEmpty
      }
      let shape = shape(of: path)
      let isHarmless =
        Self.harmless.contains(path.last ?? "") || Self.harmless.contains(shape)
        || shape.hasPrefix("x-screens/") && ["name", "value"].contains(path.last)
      #expect(isCompared == !isHarmless, "\(path)")
    }
  }

  /// The parts of a document that depend on the app, and the errors.
  private func document() throws -> JSONValue {
    let document = try JSONValue(parsing: OpenRPCDocument(of: app()).text)
    let actions = (document["methods"]?.elements ?? []).filter { $0["x-viewTypes"] != nil }
    let components = try #require(document["components"])
    let types = ["ComparedRow", "ComparedPhase", "ComparedResult", "ReachedCommit"].map { name in
      #""\#(name)":\#(components["schemas"]?[name] ?? .emptyObject)"#
    }
    let members = try [
      #""methods":[\#(actions.map(\.description).joined(separator: ","))]"#,
      #""x-viewTypes":\#(#require(document["x-viewTypes"]))"#, #""x-screens":\#(#require(document["x-screens"]))"#,
      #""components":{"schemas":{\#(types.joined(separator: ","))},"errors":\#(#require(components["errors"]))}"#,
    ]
    return try JSONValue(parsing: "{\(members.joined(separator: ","))}")
  }

  private func app() throws -> AppSchema {
    typealias Property = _ViewProperty
    let destination = _Destination("row", with: ["id": "id"])
    let page = _ViewInterface(
      type: "page", description: "A page.", hints: _ViewHints(title: "Page", isStart: true),
      properties: [
        .readOnly("rows", hints: [.opens(destination), .scrollsFromEnd(target: "target", member: "id")]) { _ in
          [ComparedRow]()
        },
        .readOnly("target", hints: [.value(.shown(.never))]) { _ in Int?.none },
        .readOnly("phase", hints: [.busy(when: ["loading"], cancelledBy: "load")]) { _ in ComparedPhase.idle },
        .readOnly("result") { _ in ComparedResult?.none },
        .readOnly("error", hints: [.errorMessage()]) { _ in String?.none },
        .readOnly("price", hints: [.value(.format(.money("JPY"))), .subtitle()]) { _ in Int16(1) },
        .readOnly("sums") { _ in [Int: Double]() },
        .readWrite("word", hints: [.filters("rows"), .submits("load")]) { _ in
          ""
        } set: { _, _ in
        },
        .writeOnly("secret") { (_, _: String) in },
      ],
      actions: [
        _ViewAction("load", description: "Loads.", hints: [.onAppear, .notCancellable]) { _, _ in .synchronous {} },
        _ViewAction(
          "choose", title: "Choose",
          hints: [
            .opens("row", with: ["id": "id"]), .argument("id", from: "rows", member: "id"),
            .argument("code", title: "Code", isWriteOnly: true),
          ], arguments: [_Argument("id", Int.self), _Argument("code", String.self, isRequired: false)]
        ) { _, _ in .synchronous {} },
      ])
    let row = _ViewInterface(type: "row", properties: [], actions: [])
    return try AppSchema(
      of: [
        page.description(parameters: []),
        row.description(parameters: [
          JSONSchema.Member("id", Int.self), JSONSchema.Member("note", String?.self, hints: [.format(.longText)]),
        ]),
      ], info: ServerInfo(name: "app", version: "1"))
  }

  // MARK: - Places

  private func paths(in value: JSONValue, at path: [String]) -> [[String]] {
    parts(of: value).flatMap { name, part in [path + [name]] + paths(in: part, at: path + [name]) }
  }

  private func parts(of value: JSONValue) -> [(String, JSONValue)] {
    value.kind == .array ? value.elements.enumerated().map { ("\($0)", $1) } : value.members.map { ($0, $1) }
  }

  /// The path with `*` in place of indices and of names that the app or the protocol chooses.
  private func shape(of path: [String]) -> String {
    let maps: Set = ["properties", "actions", "x-viewTypes", "schemas", "errors"]
    return path.indices.map { index in
      Int(path[index]) != nil || index > 0 && maps.contains(path[index - 1]) ? "*" : path[index]
    }.joined(separator: "/")
  }
}

extension JSONValue {
  /// The value with a change at a place. Nil if there is nothing to change.
  fileprivate func changed(at path: ArraySlice<String>) throws -> JSONValue? {
    var writer = JSONWriter()
    return write(withChangeAt: path, to: &writer) ? try JSONValue(parsing: writer.bytes) : nil
  }

  private func write(withChangeAt path: ArraySlice<String>, to writer: inout JSONWriter) -> Bool {
    guard let place = path.first else { return writeOther(to: &writer) }
    var isChanged = false
    if kind == .array {
      writer.array { writer in
        for (index, element) in elements.enumerated() {
          if "\(index)" == place {
            isChanged = element.write(withChangeAt: path.dropFirst(), to: &writer)
          } else {
            writer.write(element)
          }
        }
      }
    } else {
      writer.object { writer in
        for (key, value) in members where key != place {
          writer.member(key, value)
        }
        guard let value = self[place] else { return }
        // A boolean is left out when it has its default.
        isChanged = path.count == 1 && value.boolean != nil
        guard !isChanged else { return }
        writer.key(place)
        isChanged = value.write(withChangeAt: path.dropFirst(), to: &writer)
      }
    }
    return isChanged
  }

  /// Writes a scalar with another value, and the texts of a list in another order.
  private func writeOther(to writer: inout JSONWriter) -> Bool {
    switch kind {
    case .string: writer.write((string ?? "") + "x")
    case .integer: writer.write((integer ?? 0) / 2 + 7)
    case .array where count > 1 && elements[0].string != nil: writer.write(elements.reversed().compactMap(\.string))
    default: return false
    }
    return true
  }
}
