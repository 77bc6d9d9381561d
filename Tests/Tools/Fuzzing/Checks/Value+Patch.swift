extension Value {
  /// Applies the operations of a patch by RFC 6902; nil if it is not a patch or does not apply.
  public func applying(patch: Value) -> Value? {
    guard let steps = patch.elements else { return nil }
    var value = self
    for step in steps {
      guard let operation = step["op"]?.string, let path = step["path"].flatMap(Value.pointer) else { return nil }
      guard ["add", "remove", "replace"].contains(operation), (operation == "remove") == (step["value"] == nil),
        let changed = value.applying(operation, at: path[...], step["value"])
      else { return nil }
      value = changed
    }
    return value
  }

  /// The part at a JSON Pointer (RFC 6901); nil if it does not exist.
  public subscript(pointer text: String) -> Value? {
    guard let path = Value.pointer(.text(text)) else { return nil }
    return path.reduce(self as Value?) { part, component in
      part?.members?[component]
        ?? Int(String(decoding: component, as: UTF8.self)).flatMap { index in
          part?.elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
    }
  }

  /// The reference tokens of a JSON Pointer (RFC 6901).
  private static func pointer(_ text: Value) -> [[UInt8]]? {
    guard case .string(let bytes) = text else { return nil }
    guard let first = bytes.first else { return [] }
    guard first == UInt8(ascii: "/") else { return nil }
    return bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { part in
      var component: [UInt8] = []
      var rest = part
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "~") else {
          component.append(byte)
          continue
        }
        component.append(rest.popFirst() == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
      }
      return component
    }
  }

  private func applying(_ operation: String, at path: ArraySlice<[UInt8]>, _ new: Value?) -> Value? {
    guard let component = path.first else { return operation == "remove" ? nil : new }
    let isLast = path.count == 1
    switch self {
    case .object(var members):
      let old = members[component]
      if isLast, operation == "add" || old != nil {
        members[component] = new
      } else {
        guard let changed = old?.applying(operation, at: path.dropFirst(), new) else { return nil }
        members[component] = changed
      }
      return .object(members)
    case .array(var elements):
      guard let index = Int(String(decoding: component, as: UTF8.self)), index >= 0 else { return nil }
      if isLast, operation == "add" {
        guard let new, index <= elements.count else { return nil }
        elements.insert(new, at: index)
        return .array(elements)
      }
      guard index < elements.count else { return nil }
      if isLast, operation == "remove" {
        elements.remove(at: index)
      } else {
        guard let changed = elements[index].applying(operation, at: path.dropFirst(), new) else { return nil }
        elements[index] = changed
      }
      return .array(elements)
    default: return nil
    }
  }
}
