import ArgumentParser
import JSON
import StateProtocol

/// The options that limit what a client may use. The parser finds them in the mirror, which has one for each limit.
struct LimitOptions: ParsableArguments, CustomReflectable {
  private(set) var limits = ServerLimits()

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    for option in ServerLimits.options {
      limits[keyPath: option.limit] = try values.decode(Option<Int>.self, forKey: Key(option.name)).wrappedValue
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: ServerLimits.options.map { ($0.name, LimitOptions.parser(of: $0)) })
  }

  private static func parser(of option: ServerLimits.Option) -> Option<Int> {
    let standard = ServerLimits()[keyPath: option.limit]
    // The parser does not show the default of an option that is transformed.
    let help = ArgumentHelp("\(option.help) (default: \(standard))", valueName: option.unit)
    return Option(
      wrappedValue: standard, name: .customLong(option.name), parsing: .unconditional, help: help,
      transform: atLeastOne)
  }

  func validate() throws {
    // The JSON parser has this limit.
    guard limits.nesting <= 2048 else { throw ValidationError("--max-nesting must be at most 2048.") }
  }

  private static func atLeastOne(_ text: String) throws -> Int {
    guard let number = Int(digits: text), number > 0 else {
      throw ValidationError("must be a whole number of at least 1")
    }
    return number
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
