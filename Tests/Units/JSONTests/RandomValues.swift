import JSON
import TestSupport

/// Returns the text of a random value. Many of its arrays contain objects with ids.
func randomValue(depth: Int, using random: inout SeededGenerator) -> String {
  switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &random) {
  case 0: return String(Int.random(in: 0..<3, using: &random))
  case 1: return #""\#(["", "a", "ab/~c", "\u{301}"].randomElement(using: &random) ?? "")""#
  case 2: return ["true", "null", "0.5"].randomElement(using: &random) ?? "null"
  case 3: return "[]"
  case 4:
    let count = Int.random(in: 0..<5, using: &random)
    return "[" + (0..<count).map { _ in randomValue(depth: depth - 1, using: &random) }.joined(separator: ",") + "]"
  case 5:
    let ids = (1...6).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
    let elements = ids.map { #"{"id":\#($0),"value":\#(randomValue(depth: depth - 1, using: &random))}"# }
    return "[" + elements.joined(separator: ",") + "]"
  default:
    let keys = ["a", "b/c", "~", "id"].filter { _ in Bool.random(using: &random) }
    return "{" + keys.map { #""\#($0)":\#(randomValue(depth: depth - 1, using: &random))"# }.joined(separator: ",")
      + "}"
  }
}

/// Returns the text of a value that differs from another value in random places.
func edited(_ value: JSONValue, using random: inout SeededGenerator) -> String {
  if Int.random(in: 0..<6, using: &random) == 0 { return randomValue(depth: 2, using: &random) }
  switch value.kind {
  case .array:
    var elements = value.elements.map { edited($0, using: &random) }
    if Int.random(in: 0..<3, using: &random) == 0 { elements.shuffle(using: &random) }
    if Int.random(in: 0..<3, using: &random) == 0 { _ = elements.popLast() }
    return "[" + elements.joined(separator: ",") + "]"
  case .object:
    return "{" + value.members.map { #""\#($0.key)":\#(edited($0.value, using: &random))"# }.joined(separator: ",")
      + "}"
  default: return value.description
  }
}
