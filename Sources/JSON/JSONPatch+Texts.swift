// Patches between values that are JSON text already, as ``JSONWriter`` writes it.
extension JSONPatch {
  /// The steps from one text to another that stand at a place in a document. Of two arrays only the
  /// elements that differ are parsed.
  public init(fromText old: [UInt8], toText new: [UInt8], at path: JSONPointer = JSONPointer()) throws(JSONParsingError)
  {
    self.init()
    if let differing = DifferingElements(between: old, and: new) {
      try append(fromElements: differing.old, toElements: differing.new, startingAt: differing.index, at: path)
      if size < JSONPatch.sizeOfReplacement(by: new, at: path) { return }
    }
    operations = JSONPatch.steps(from: try JSON(parsing: old), to: try JSON(parsing: new), at: path)
  }

  /// Adds the steps between neighbouring elements of an array, given as arrays of their own; what stands
  /// before their index does not change.
  package mutating func append(
    fromElements old: [UInt8], toElements new: [UInt8], startingAt index: Int, at path: JSONPointer
  ) throws(JSONParsingError) {
    operations += JSONPatch.elementSteps(
      from: try JSON(parsing: old).elements, to: try JSON(parsing: new).elements, at: path, startingAt: index)
  }

  /// How many bytes it takes.
  package var size: Int { JSONPatch.size(of: operations) }

  /// How many bytes a patch takes that only puts a value in place of another.
  package static func sizeOfReplacement(by text: [UInt8], at path: JSONPointer) -> Int {
    var writer = JSONWriter()
    writer.array { writeReplacement(by: [], at: path, to: &$0) }
    return writer.bytes.count + text.count
  }

  /// Writes the step that puts a value in place of another.
  public static func writeReplacement(by text: [UInt8], at path: JSONPointer, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("op", Operation.Kind.replace.rawValue)
      writer.member("path", path.description)
      writer.key("value")
      writer.write(encoded: text)
    }
  }
}
