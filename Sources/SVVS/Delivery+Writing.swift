import JSON

/// A property whose text differs from what was last told.
struct PropertyChange {
  let name: String
  let told: [UInt8]
  let current: [UInt8]
}

extension Delivery {
  /// Writes the member that tells of changes into the object that is open.
  func write(_ changes: [PropertyChange], to writer: inout JSONWriter) {
    switch self {
    case .properties:
      writer.key("changes")
      writer.object { writer in
        for change in changes {
          writer.key(change.name)
          writer.write(encoded: change.current)
        }
      }
    case .patch:
      writer.key("patch")
      writer.array { writer in
        for change in changes { change.writeSteps(to: &writer) }
      }
    case .signal:
      writer.key("changed")
      writer.array { writer in
        for change in changes { writer.write(change.name) }
      }
    }
  }
}

extension PropertyChange {
  fileprivate func writeSteps(to writer: inout JSONWriter) {
    let path = JSONPointer(name)
    guard let old = try? JSON(parsing: told), let new = try? JSON(parsing: current) else {
      // Deeper than a parser goes: the whole value will do.
      return writer.object { writer in
        writer.member("op", "replace")
        writer.member("path", path.description)
        writer.key("value")
        writer.write(encoded: current)
      }
    }
    for operation in JSONPatch(from: old, to: new, at: path).operations { operation.encode(to: &writer) }
  }
}
