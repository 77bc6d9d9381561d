import JSON

/// Checks the parser, the writer and patches with any bytes. A NUL, which JSON cannot contain, begins a second document.
public enum JSONCheck {
  /// Checks one input; returns whether the fuzzer keeps it.
  public static func run(_ bytes: UnsafeRawBufferPointer) throws(Finding) -> Bool {
    try check(bytes)
    if let end = bytes.firstIndex(of: 0) {
      try checkPatches(between: Array(bytes[..<end]), and: Array(bytes[(end + 1)...]))
    }
    return true
  }

  private static func check(_ bytes: UnsafeRawBufferPointer) throws(Finding) {
    let value = Value(reading: bytes).flatMap { $0.hasNULInName ? nil : $0 }
    let expected = value.flatMap { $0.hasOversized ? nil : $0 }
    switch parse(bytes, maximumDepth: JSONValue.defaultMaximumDepth) {
    case .success(let json):
      guard let expected else { throw Finding("accepts what is not JSON") }
      try require(Value(json) == expected, "reads \(json) as another value")
      try require(expected.depth <= JSONValue.defaultMaximumDepth, "accepts what is too deep")
      try checkAccessors(json)
      try checkWriting(json)
      try checkEdit(of: json, expected, bytes)
    case .failure(let error):
      if let value, error.reason != .tooDeep {
        try require(value.hasOversized && error.reason == .numberOutOfRange, "refuses what is JSON: \(error)")
      }
      try checkPosition(error, in: bytes)
    }
    try checkNesting(bytes, expected)
  }

  /// Checks that a low limit refuses exactly the texts that are nested more deeply.
  private static func checkNesting(_ bytes: UnsafeRawBufferPointer, _ expected: Value?) throws(Finding) {
    let limit = 3
    switch parse(bytes, maximumDepth: limit) {
    case .success: try require((expected?.depth ?? .max) <= limit, "accepts what is too deep")
    case .failure(let error):
      if let expected { try require(error.reason == .tooDeep && expected.depth > limit, "refuses what fits: \(error)") }
      try checkPosition(error, in: bytes)
    }
  }

  private static func parse(
    _ bytes: UnsafeRawBufferPointer, maximumDepth: Int
  ) -> Result<JSONValue, JSONParsingError> {
    Result { () throws(JSONParsingError) in try JSONValue(parsing: bytes, maximumDepth: maximumDepth) }
  }

  private static func checkPosition(_ error: JSONParsingError, in bytes: UnsafeRawBufferPointer) throws(Finding) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try require(1...max(1, lines.count) ~= error.line, "\(error): the line does not exist")
    let length = lines.isEmpty ? 0 : lines[error.line - 1].count
    try require(0...length ~= error.column, "\(error): the column does not exist")
  }

  private static func checkAccessors(_ json: JSONValue) throws(Finding) {
    let keys = Set(json.members.map { Array($0.key.utf8) })
    try require(keys.count == json.members.count, "\(json) has a member twice")
    try require(json.count == json.elements.count + json.members.count, "counts \(json) wrong")
    for (key, value) in json.members {
      try require(json[key] == value, "the member \(key) is missing")
      try checkAccessors(value)
    }
    for element in json.elements { try checkAccessors(element) }
    if let integer = json.integer {
      try require(json.number.map { $0 == Double(integer) } == true, "has two numbers for \(json)")
    }
  }

  private static func checkWriting(_ json: JSONValue) throws(Finding) {
    var writer = JSONWriter()
    writer.write(json)
    try require(writer.bytes.allSatisfy { $0 >= 0x20 }, "writes more than one line")
    try require(Value(reading: writer.bytes) == Value(json), "writes another value: \(writer)")
    guard let again = try? JSONValue(parsing: writer.bytes) else {
      throw Finding("does not read what it wrote: \(writer)")
    }
    try require(again == json, "reads another value than it wrote: \(writer)")
    try require(again.description == writer.description, "writes another text the second time: \(writer)")
  }

  private static func checkPatches(between first: [UInt8], and second: [UInt8]) throws(Finding) {
    guard let first = try? JSONValue(parsing: first), let second = try? JSONValue(parsing: second) else { return }
    try checkPatch(from: first, to: second)
    try checkPatch(from: second, to: first)
  }

  /// Checks a patch to an edited copy, because two documents of the fuzzer have little in common.
  private static func checkEdit(
    of json: JSONValue, _ value: Value, _ bytes: UnsafeRawBufferPointer
  ) throws(Finding) {
    var dice = Dice(seed: bytes)
    var writer = JSONWriter()
    value.edited(&dice).write(to: &writer)
    guard let edited = try? JSONValue(parsing: writer.bytes, maximumDepth: 1024) else {
      throw Finding("does not read what it wrote: \(writer)")
    }
    try checkPatch(from: json, to: edited)
    try checkPatch(from: edited, to: json)
  }

  private static func checkPatch(from old: JSONValue, to new: JSONValue) throws(Finding) {
    let patch = JSONPatch(from: old, to: new)
    var writer = JSONWriter()
    writer.array { writer in for operation in patch.operations { operation.encode(to: &writer) } }
    guard let steps = Value(reading: writer.bytes) else { throw Finding("a patch is not JSON: \(writer)") }
    try require(Value(old).applying(patch: steps) == Value(new), "\(writer) is not the patch from \(old) to \(new)")
    let replacement = #"[{"op":"replace","path":"","value":}]"#.utf8.count + new.description.utf8.count
    try require(writer.bytes.count <= replacement, "the patch is longer than the value: \(writer)")
    try require(patch.operations.isEmpty == (old == new), "a patch is empty only if nothing changed")
  }
}
