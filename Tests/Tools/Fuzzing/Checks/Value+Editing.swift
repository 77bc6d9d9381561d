public import JSON

/// Pseudorandom numbers.
public struct Dice {
  private var state: UInt64

  /// Makes dice with the bytes as the seed.
  public init(seed: some Sequence<UInt8>) {
    state = seed.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// A number below a limit.
  public mutating func roll(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

extension Value {
  /// An edited copy, in which some elements and members are inserted, removed, moved or changed.
  public func edited(_ dice: inout Dice) -> Value {
    switch self {
    case .array(var elements):
      elements = elements.compactMap { dice.roll(4) == 0 ? nil : dice.roll(4) == 0 ? $0.edited(&dice) : $0 }
      if elements.count > 1, dice.roll(3) == 0 { elements.swapAt(0, dice.roll(elements.count)) }
      if dice.roll(8) == 0 { elements.reverse() }
      if dice.roll(3) == 0 { elements.insert(.integer(7), at: dice.roll(elements.count + 1)) }
      return .array(elements)
    case .object(var members):
      // In an order that does not vary between runs.
      for name in members.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) where dice.roll(3) == 0 {
        members[name] = dice.roll(3) == 0 ? nil : members[name]?.edited(&dice)
      }
      if dice.roll(4) == 0 { members[Array("a/~".utf8)] = .null }
      return .object(members)
    case .string(let text): return .string(text + text.prefix(1))
    case .integer(let value): return .integer(value &+ 1)
    default: return .array([self])
    }
  }

  /// Writes the value as JSON.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.writeNull()
    case .boolean(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    case .real(let value): writer.write(value)
    case .oversized: preconditionFailure("no parsed value has such a number")
    case .string(let text): writer.write(String(decoding: text, as: UTF8.self))
    case .array(let elements):
      writer.array { writer in for element in elements { element.write(to: &writer) } }
    case .object(let members):
      writer.object { writer in
        for (name, value) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
          writer.key(String(decoding: name, as: UTF8.self))
          value.write(to: &writer)
        }
      }
    }
  }
}
