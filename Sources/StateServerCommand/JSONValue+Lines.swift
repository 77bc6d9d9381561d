import JSON

extension JSONValue {
  /// The JSON text of the value, with each member and element on a separate line. Two versions of the text can be
  /// compared line by line.
  var lines: String { lines(indent: "") }

  private func lines(indent: String) -> String {
    let deeper = indent + "  "
    func block(_ items: [String]) -> String {
      "\n" + items.map { deeper + $0 }.joined(separator: ",\n") + "\n" + indent
    }
    switch kind {
    case .array: return "[" + block(elements.map { $0.lines(indent: deeper) }) + "]"
    case .object: return "{" + block(members.map { "\($0.key.jsonString) : \($0.value.lines(indent: deeper))" }) + "}"
    default: return description
    }
  }
}
