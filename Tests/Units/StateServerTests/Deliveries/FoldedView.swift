import JSON
import SVVS
import StateProtocol
import Testing

/// The state of one view as a front end knows it: the snapshot with the changes since, checked against the rules of the
/// delivery.
struct FoldedView {
  let delivery: Delivery
  private(set) var commit: Int64
  private var properties: [String: Value]

  init(delivery: Delivery, snapshot: JSONValue) {
    self.delivery = delivery
    commit = snapshot["commit"]?.integer ?? -1
    properties = FoldedView.properties(of: snapshot)
  }

  /// Takes the snapshot of a `view/get`, which has to be what is known already.
  mutating func check(against snapshot: JSONValue) {
    let current = FoldedView.properties(of: snapshot)
    #expect(current.keys == properties.keys)
    for (name, value) in current {
      #expect(properties[name] == value, "\(name), told by \(delivery)")
    }
    // A change belongs to no earlier commit than this one.
    #expect(snapshot["commit"]?.integer ?? -1 >= commit)
    self = FoldedView(delivery: delivery, snapshot: snapshot)
  }

  /// Folds one entry of a commit and returns the names of the properties that it changes.
  mutating func fold(_ entry: JSONValue, of commit: Int64) throws -> Set<String> {
    #expect(entry["from"]?.integer == self.commit)
    #expect(commit > self.commit)
    self.commit = commit
    let before = properties
    let member = try #require([Delivery.properties: "changes", .patch: "patch"][delivery])
    #expect(entry.members.map(\.key) == ["view", "from", member])
    let told = try #require(entry[member])
    #expect(told.count > 0)
    switch delivery {
    case .properties:
      for (name, value) in told.members { properties[name] = Value(value) }
      #expect(told.members.allSatisfy { before[$0.key] != nil })
      return changed(since: before, named: Set(told.members.map(\.key)))
    case .patch:
      guard case .object(let patched) = try applying(told, to: .object(properties)) else { return [] }
      properties = patched
      try checkSizes(of: told)
      return changed(since: before, named: Set(told.elements.compactMap(FoldedView.property)))
    }
  }

  /// Expects that what is named has changed, and nothing else.
  private func changed(since before: [String: Value], named names: Set<String>) -> Set<String> {
    let changed = Set(properties.keys.filter { properties[$0] != before[$0] })
    #expect(changed == names, "what differs, and what was sent by \(delivery)")
    return names
  }

  /// Expects of the steps to each property that they are of the three kinds, and no longer than its value.
  private func checkSizes(of patch: JSONValue) throws {
    #expect(patch.elements.allSatisfy { ["add", "remove", "replace"].contains($0["op"]?.string) })
    for (name, steps) in Dictionary(grouping: patch.elements, by: FoldedView.property) {
      let name = try #require(name)
      let value = try #require(properties[name])
      let replacement = #"{"op":"replace","path":"/\#(name)","value":\#(value.text)}"#
      let length = steps.map { $0.description.utf8.count + 1 }.reduce(-1, +)
      #expect(length <= replacement.utf8.count, "the steps to \(name)")
    }
  }

  /// The property that a step of a patch is about.
  private static func property(of step: JSONValue) -> String? {
    step["path"]?.string?.split(separator: "/", omittingEmptySubsequences: false).dropFirst().first.map(String.init)
  }

  private static func properties(of snapshot: JSONValue) -> [String: Value] {
    let members = snapshot["state"]?.members ?? []
    return Dictionary(uniqueKeysWithValues: members.map { ($0.key, Value($0.value)) })
  }
}

extension Value {
  /// The value as JSON text.
  var text: String {
    switch self {
    case .scalar(let value): value.description
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\(key($0)):\($1.text)" }.joined(separator: ",") + "}"
    }
  }

  private func key(_ name: String) -> String {
    var writer = JSONWriter()
    writer.write(name)
    return writer.description
  }
}
