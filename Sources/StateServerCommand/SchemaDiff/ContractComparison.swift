import JSON

/// The changes between two OpenRPC documents of a server, as they affect a client that was written for the older
/// document.
///
/// The server must still accept every message that the client may send, and the client must still know every value that
/// it may receive. A parameter may therefore become optional, and a property may be added. The reverse changes break
/// the client. A new value in an enumeration that the client receives also breaks the client, because the client may
/// handle only the values that it knows.
struct ContractComparison {
  /// The changes, sorted by place. Names and texts for people are ignored: `title`, `description` and `summary`, the
  /// messages of errors, and the name and version of the app.
  private(set) var changes: [ContractChange] = []

  private let old, new: JSONValue

  /// Compares two documents that were written by ``OpenRPCDocument``.
  init(from old: JSONValue, to new: JSONValue) {
    self.old = old
    self.new = new
    compareMethods()
    compareNotifications()
    compareErrors()
    compareViewTypes()
    compareScreens()
    changes.sort { ($0.place, $0.event) < ($1.place, $1.event) }
  }

  // MARK: - The protocol

  private mutating func compareMethods() {
    compare("method", methods(of: old), methods(of: new)) { comparison, place, old, new in
      comparison.compareParameters(of: old, with: new, at: place)
      comparison.compareReceived(old["result"]?["schema"], new["result"]?["schema"], at: "\(place), result")
    }
  }

  /// The methods of the protocol, and one action for the parameters and the result that all actions have. The actions
  /// themselves are compared together with their view types.
  private func methods(of document: JSONValue) -> [(String, JSONValue)] {
    let all = named(document["methods"])
    let action = all.first { $0.1["x-viewTypes"] != nil }.map { ("of an action", $0.1) }
    return all.filter { $0.1["x-viewTypes"] == nil } + [action].compactMap(\.self)
  }

  private mutating func compareParameters(of old: JSONValue, with new: JSONValue, at place: String) {
    let (before, after) = (parameters(of: old, in: self.old), parameters(of: new, in: self.new))
    compare("\(place), parameter", before, after) { comparison, place, old, new in
      if old["required"]?.boolean != true, new["required"]?.boolean == true {
        comparison.add(place, "is now required")
      }
      comparison.compareSent(old["schema"], new["schema"], at: place)
    } added: { comparison, place, new in
      comparison.add(place, "was added", isBreaking: new["required"]?.boolean == true)
    }
  }

  /// The parameters of a method, without the arguments of an action.
  private func parameters(of method: JSONValue, in document: JSONValue) -> [(String, JSONValue)] {
    let actions = (method["x-viewTypes"]?.elements ?? []).map { type in
      document["x-viewTypes"]?[type.string ?? ""]?["actions"]?[method["name"]?.string ?? ""]
    }
    return named(method["params"]).filter { name, _ in
      !actions.contains { $0?["arguments"]?["properties"]?[name] != nil }
    }
  }

  private mutating func compareNotifications() {
    let key = "x-notifications"
    compare("notification", named(old[key]), named(new[key])) { comparison, place, old, new in
      comparison.compare("\(place), parameter", comparison.named(old["params"]), comparison.named(new["params"])) {
        if $2["required"]?.boolean == true, $3["required"]?.boolean != true { $0.add($1, "may now be missing") }
        $0.compareReceived($2["schema"], $3["schema"], at: $1)
      }
    }
  }

  private mutating func compareErrors() {
    let key = "components"
    compare("error", old[key]?["errors"]?.members ?? [], new[key]?["errors"]?.members ?? []) {
      if $2["code"] != $3["code"] { $0.add($1, "has another code") }
      $0.compareReceived($2["x-data"], $3["x-data"], at: $1)
    }
  }

  // MARK: - The app

  private mutating func compareViewTypes() {
    let key = "x-viewTypes"
    compare("view type", old[key]?.members ?? [], new[key]?.members ?? []) { comparison, place, old, new in
      comparison.compareSent(old["params"], new["params"], at: "\(place), params")
      comparison.compareProperties(of: old, with: new, at: place)
      comparison.compareActions(of: old, with: new, at: place)
    }
  }

  private mutating func compareProperties(of old: JSONValue, with new: JSONValue, at place: String) {
    compare("\(place), property", old["properties"]?.members ?? [], new["properties"]?.members ?? []) {
      let (wasReadable, isReadable) = ($2["writeOnly"] == nil, $3["writeOnly"] == nil)
      let (wasSettable, isSettable) = ($2["readOnly"] == nil, $3["readOnly"] == nil)
      if wasReadable, !isReadable { $0.add($1, "can no longer be read") }
      if wasSettable, !isSettable { $0.add($1, "can no longer be set") }
      if wasReadable, isReadable { $0.compareReceived($2, $3, at: $1) }
      if wasSettable, isSettable { $0.compareSent($2, $3, at: $1) }
    }
  }

  private mutating func compareActions(of old: JSONValue, with new: JSONValue, at place: String) {
    compare("\(place), action", old["actions"]?.members ?? [], new["actions"]?.members ?? []) {
      $0.compareSent($2["arguments"], $3["arguments"], at: $1)
    }
  }

  // MARK: - Screens

  /// A change of a screen is compatible, because front ends follow the screens that they receive.
  private mutating func compareScreens() {
    let (before, after) = (old["x-screens"], new["x-screens"])
    if before == nil, after != nil { return add("screens", "are new", isBreaking: false) }
    compareScreens(before, after, at: ["screens"])
  }

  /// Compares objects by member, lists of parts by name, and all other values by equality.
  private mutating func compareScreens(_ old: JSONValue?, _ new: JSONValue?, at place: [String]) {
    guard old != new else { return }
    let (before, after) = (parts(of: old), parts(of: new))
    if old?.kind == .object, new?.kind == .object {
      let names = Set([old, new].flatMap { $0?.members.map(\.key) ?? [] }).subtracting(["title", "description"])
      for name in names { compareScreens(old?[name], new?[name], at: place + [name]) }
    } else if before.isEmpty, after.isEmpty {
      add(place.joined(separator: ", "), new.map { "is now \($0)" } ?? "was removed", isBreaking: false)
    } else {
      // A part that only one document has is reported with the schemas.
      for (name, part) in after {
        guard let counterpart = before.first(where: { $0.name == name }) else { continue }
        compareScreens(counterpart.part, part, at: place.dropLast() + ["\(place.last?.dropLast() ?? "") \(name)"])
      }
      let (first, second) = (before.map(\.name), after.map(\.name))
      guard first.filter(second.contains) != second.filter(first.contains) else { return }
      add(place.joined(separator: ", "), "have another order", isBreaking: false)
    }
  }

  /// The named parts of a list, and the choices by their values.
  private func parts(of list: JSONValue?) -> [(name: String, part: JSONValue)] {
    (list?.elements ?? []).compactMap { part in
      (part["name"] ?? part["value"]).map { ($0.string ?? $0.description, part) }
    }
  }

  // MARK: - Parts

  /// Compares two schemas of a message that the client sends. The new schema must accept all values of the old schema.
  private mutating func compareSent(_ old: JSONValue?, _ new: JSONValue?, at place: String) {
    let inclusion = SchemaInclusion(narrowDocument: self.old, wideDocument: self.new, reportsIgnored: true)
    for fault in inclusion.faults(of: old ?? .emptyObject, in: new ?? .emptyObject) {
      switch fault.reason {
      case .value(let value, let allowed): add(place, fault.pointer, "no longer accepts \(value), only \(allowed)")
      case .missing: add(place, fault.pointer, "is now required")
      case .surplus: add(place, fault.pointer, "is no longer accepted")
      case .ignored: add(place, fault.pointer, "is now ignored")
      }
    }
  }

  /// Compares two schemas of a message that the server sends. The old schema must allow all values of the new schema.
  private mutating func compareReceived(_ old: JSONValue?, _ new: JSONValue?, at place: String) {
    let inclusion = SchemaInclusion(narrowDocument: self.new, wideDocument: self.old, reportsIgnored: false)
    for fault in inclusion.faults(of: new ?? .emptyObject, in: old ?? .emptyObject) {
      switch fault.reason {
      case .value(let value, let allowed): add(place, fault.pointer, "may now be \(value), not only \(allowed)")
      case .missing: add(place, fault.pointer, "may now be missing")
      case .surplus, .ignored: add(place, fault.pointer, "was added")
      }
    }
  }

  /// Compares the entries with the same name. A removed entry breaks a client. A new entry does not break a client,
  /// unless `added` reports that it does.
  private mutating func compare(
    _ kind: String, _ old: [(String, JSONValue)], _ new: [(String, JSONValue)],
    both: (inout ContractComparison, _ place: String, _ old: JSONValue, _ new: JSONValue) -> Void,
    added: (inout ContractComparison, _ place: String, _ new: JSONValue) -> Void = {
      comparison, place, _ in comparison.add(place, "was added", isBreaking: false)
    }
  ) {
    let remaining = Dictionary(new, uniquingKeysWith: { first, _ in first })
    let known = Set(old.map(\.0))
    for (name, value) in old {
      let place = "\(kind) \(name)"
      if let counterpart = remaining[name] { both(&self, place, value, counterpart) } else { add(place, "was removed") }
    }
    for (name, value) in new where !known.contains(name) { added(&self, "\(kind) \(name)", value) }
  }

  private func named(_ list: JSONValue?) -> [(String, JSONValue)] {
    (list?.elements ?? []).compactMap { element in element["name"]?.string.map { ($0, element) } }
  }

  private mutating func add(_ place: String, _ pointer: JSONPointer, _ event: String) {
    add(pointer.isRoot ? place : "\(place), \(pointer)", event)
  }

  private mutating func add(_ place: String, _ event: String, isBreaking: Bool = true) {
    changes.append(ContractChange(isBreaking: isBreaking, place: place, event: event))
  }
}

/// A difference between an older and a newer contract, from the perspective of a client that was written for the older
/// one.
struct ContractChange: Hashable, Sendable, CustomStringConvertible {
  /// Whether a client that was written for the older contract may fail.
  let isBreaking: Bool
  /// The declaration that has changed, preceded by the declarations that contain it. For example:
  /// `view type login, action login, userId`.
  let place: String
  /// The change, as the end of a sentence: "was removed".
  let event: String

  /// One line for people.
  var description: String { "\(isBreaking ? "breaking" : "compatible"): \(place): \(event)" }
}
