import JSON
import Support

/// Fuzzes the parser, the writer and patches with any bytes. A NUL, which JSON cannot contain, begins a second document.
@main
struct FuzzJSON {
  static func main() {
    Fuzzer.run { bytes in
      check(bytes)
      if let end = bytes.firstIndex(of: 0) {
        checkPatches(between: Array(bytes[..<end]), and: Array(bytes[(end + 1)...]))
      }
      return true
    }
  }

  private static func check(_ bytes: UnsafeRawBufferPointer) {
    let value = Value(reading: bytes).flatMap { $0.hasNULInName ? nil : $0 }
    let expected = value.flatMap { $0.hasOversized ? nil : $0 }
    do {
      let json = try JSONValue(parsing: bytes)
      guard let expected else { Fuzzer.finding("accepts what is not JSON") }
      require(Value(json) == expected, "reads \(json) as another value")
      require(expected.depth <= JSONValue.defaultMaximumDepth, "accepts what is too deep")
      checkAccessors(json)
      checkWriting(json)
      checkEdit(of: json, expected, bytes)
    } catch {
      if let value, error.reason != .tooDeep {
        require(value.hasOversized && error.reason == .numberOutOfRange, "refuses what is JSON: \(error)")
      }
      checkPosition(error, in: bytes)
    }
    checkNesting(bytes, expected)
  }

  /// Checks that a low limit refuses exactly the texts that are nested more deeply.
  private static func checkNesting(_ bytes: UnsafeRawBufferPointer, _ expected: Value?) {
    let limit = 3
    do {
      _ = try JSONValue(parsing: bytes, maximumDepth: limit)
      require((expected?.depth ?? .max) <= limit, "accepts what is too deep")
    } catch {
      if let expected { require(error.reason == .tooDeep && expected.depth > limit, "refuses what fits: \(error)") }
      checkPosition(error, in: bytes)
    }
  }

  private static func checkPosition(_ error: JSONParsingError, in bytes: UnsafeRawBufferPointer) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    require(1...max(1, lines.count) ~= error.line, "\(error): the line does not exist")
    let length = lines.isEmpty ? 0 : lines[error.line - 1].count
    require(0...length ~= error.column, "\(error): the column does not exist")
  }

  private static func checkAccessors(_ json: JSONValue) {
    require(json.count == json.elements.count + json.members.count, "counts \(json) wrong")
    for (key, value) in json.members {
      require(json[key] == value, "the member \(key) is missing")
      checkAccessors(value)
    }
    for element in json.elements { checkAccessors(element) }
    if let integer = json.integer {
      require(json.number.map { $0 == Double(integer) } == true, "has two numbers for \(json)")
    }
  }

  private static func checkWriting(_ json: JSONValue) {
    var writer = JSONWriter()
    writer.write(json)
    require(writer.bytes.allSatisfy { $0 >= 0x20 }, "writes more than one line")
    require(Value(reading: writer.bytes) == Value(json), "writes another value: \(writer)")
    guard let again = try? JSONValue(parsing: writer.bytes) else {
      Fuzzer.finding("does not read what it wrote: \(writer)")
    }
    require(again == json, "reads another value than it wrote: \(writer)")
    require(again.description == writer.description, "writes another text the second time: \(writer)")
  }

  private static func checkPatches(between first: [UInt8], and second: [UInt8]) {
    guard let first = try? JSONValue(parsing: first), let second = try? JSONValue(parsing: second) else { return }
    checkPatch(from: first, to: second)
    checkPatch(from: second, to: first)
  }

  /// Checks a patch to an edited copy, because two documents of the fuzzer have little in common.
  private static func checkEdit(of json: JSONValue, _ value: Value, _ bytes: UnsafeRawBufferPointer) {
    var dice = Dice(seed: bytes)
    var writer = JSONWriter()
    value.edited(&dice).write(to: &writer)
    guard let edited = try? JSONValue(parsing: writer.bytes, maximumDepth: 1024) else {
      Fuzzer.finding("does not read what it wrote: \(writer)")
    }
    checkPatch(from: json, to: edited)
    checkPatch(from: edited, to: json)
  }

  private static func checkPatch(from old: JSONValue, to new: JSONValue) {
    let patch = JSONPatch(from: old, to: new)
    var writer = JSONWriter()
    writer.array { writer in for operation in patch.operations { operation.encode(to: &writer) } }
    guard let steps = Value(reading: writer.bytes) else { Fuzzer.finding("writes a patch that is not JSON: \(writer)") }
    require(Value(old).applying(patch: steps) == Value(new), "the patch \(writer) does not lead from \(old) to \(new)")
    let replacement = #"[{"op":"replace","path":"","value":}]"#.utf8.count + new.description.utf8.count
    require(writer.bytes.count <= replacement, "the patch is longer than the value: \(writer)")
    require(patch.operations.isEmpty == (old == new), "a patch is empty only if nothing changed")
  }
}
