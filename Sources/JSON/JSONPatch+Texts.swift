extension JSONPatch {
  /// Creates the operations from one JSON text to another. Their paths begin with `path`.
  ///
  /// If both texts are arrays, only the elements that differ are parsed. Throws an error if a parsed text is not JSON.
  package init(fromText old: [UInt8], toText new: [UInt8], at path: JSONPointer = JSONPointer())
    throws(JSONParsingError)
  {
    self.init()
    // The patch of a single part is never nil.
    guard let differing = DifferingElements(between: old, and: new),
      let patch = try JSONPatch(betweenParts: [differing], at: path)
    else {
      operations = JSONPatch.steps(from: try JSONValue(parsing: old), to: try JSONValue(parsing: new), at: path)
      return
    }
    self = patch
    if size >= JSONPatch.sizeOfReplacement(by: new, at: path) {
      operations = [Operation(kind: .replace, path: path, value: try JSONValue(parsing: new))]
    }
  }

  /// Creates the operations for several parts of an array, in order. Returns nil if an element has moved from one part
  /// to another. Only a comparison of the whole arrays recognizes such an element by its id.
  package init?(betweenParts parts: [DifferingElements], at path: JSONPointer) throws(JSONParsingError) {
    self.init()
    var (left, come): (Set<String>, Set<String>) = ([], [])
    for part in parts {
      let (old, new) = (try JSONValue(parsing: part.old).elements, try JSONValue(parsing: part.new).elements)
      operations += JSONPatch.elementSteps(from: old, to: new, at: path, startingAt: part.index)
      guard parts.count > 1 else { return }
      let (before, after) = (Set(JSONPatch.identities(of: old) ?? []), Set(JSONPatch.identities(of: new) ?? []))
      left.formUnion(before.subtracting(after))
      come.formUnion(after.subtracting(before))
    }
    guard left.isDisjoint(with: come) else { return nil }
  }

  /// The size of the patch as JSON text, in bytes.
  package var size: Int { JSONPatch.size(of: operations) }

  /// Returns the size, in bytes, of a patch with one operation that replaces a value by `text`.
  package static func sizeOfReplacement(by text: [UInt8], at path: JSONPointer) -> Int {
    var writer = JSONWriter()
    writer.array { writeReplacement(by: [], at: path, to: &$0) }
    return writer.bytes.count + text.count
  }

  /// Writes an operation that replaces a value by `text`.
  package static func writeReplacement(by text: [UInt8], at path: JSONPointer, to writer: inout JSONWriter) {
    write(.replace, at: path, to: &writer) { $0.write(encoded: text) }
  }

  /// Writes an operation whose value `body` writes.
  package static func write(
    _ kind: Operation.Kind, at path: JSONPointer, to writer: inout JSONWriter, value body: (inout JSONWriter) -> Void
  ) {
    writer.object { writer in
      writer.member("op", kind.rawValue)
      writer.member("path", path.description)
      writer.key("value")
      body(&writer)
    }
  }
}
