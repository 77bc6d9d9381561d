import JSON

extension JSONValue {
  /// The value as people compare it: each member and element on a line of its own.
  var lines: String { lines(behind: "") }

  private func lines(behind indent: String) -> String {
    let deeper = indent + "  "
    func block(_ items: [String]) -> String {
      "\n" + items.map { deeper + $0 }.joined(separator: ",\n") + "\n" + indent
    }
    switch kind {
    case .array: return "[" + block(elements.map { $0.lines(behind: deeper) }) + "]"
    case .object:
      return "{" + block(members.map { "\(JSONValue.text($0.key)) : \($0.value.lines(behind: deeper))" }) + "}"
    default: return description
    }
  }

  private static func text(_ string: String) -> String {
    var writer = JSONWriter()
    writer.write(string)
    return writer.description
  }
}
