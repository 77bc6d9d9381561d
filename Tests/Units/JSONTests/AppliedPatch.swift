import JSON

/// A JSON value that can be changed, to apply patches according to RFC 6902.
indirect enum Value: Equatable {
  case array([Value])
  case object([String: Value])
  case scalar(JSONValue)

  init(_ json: JSONValue) {
    self =
      switch json.kind {
      case .array: .array(json.elements.map(Value.init))
      case .object: .object(Dictionary(uniqueKeysWithValues: json.members.map { ($0.key, Value($0.value)) }))
      default: .scalar(json)
      }
  }
}

/// The error for an operation that cannot be applied.
struct InapplicableStep: Error {
  let path: String
}

/// Returns the value after all operations of a patch have been applied.
func applying(_ patch: JSONValue, to value: Value) throws -> Value {
  try patch.elements.reduce(value) { value, operation in
    let path = operation["path"]?.string ?? ""
    let components: [String] = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
    return try changed(value, at: components[...], by: operation)
  }
}

private func changed(_ value: Value, at path: ArraySlice<String>, by operation: JSONValue) throws -> Value {
  let refusal = InapplicableStep(path: operation["path"]?.string ?? "")
  guard let component = path.first else {
    guard operation["op"]?.string == "replace", let new = operation["value"] else { throw refusal }
    return Value(new)
  }
  let isLast = path.count == 1
  let new = operation["value"].map(Value.init)
  switch value {
  case .object(var members):
    switch (operation["op"]?.string, members[component]) {
    case ("add", nil) where isLast: members[component] = new
    case ("remove", _?) where isLast: members[component] = nil
    case (_, let member?): members[component] = try changed(member, at: path.dropFirst(), by: operation)
    default: throw refusal
    }
    return .object(members)
  case .array(var elements):
    guard let index = Int(component), 0...elements.count ~= index else { throw refusal }
    switch operation["op"]?.string {
    case "add" where isLast: elements.insert(try new ?? { throw refusal }(), at: index)
    case _ where index == elements.count: throw refusal
    case "remove" where isLast: elements.remove(at: index)
    default: elements[index] = try changed(elements[index], at: path.dropFirst(), by: operation)
    }
    return .array(elements)
  case .scalar: throw refusal
  }
}
