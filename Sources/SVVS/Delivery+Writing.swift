import JSON

/// A property that differs from what was last told of it.
struct PropertyChange {
  let name: String
  let record: any PropertyRecord
}

extension Delivery {
  /// Writes the member that tells of changes into the object that is open.
  @MainActor
  func write(_ changes: [PropertyChange], to writer: inout JSONWriter) {
    switch self {
    case .properties:
      writer.key("changes")
      writer.object { writer in
        for change in changes {
          writer.key(change.name)
          change.record.write(to: &writer)
        }
      }
    case .patch:
      writer.key("patch")
      writer.array { writer in
        for change in changes { change.record.writeSteps(at: JSONPointer(change.name), to: &writer) }
      }
    case .signal:
      writer.key("changed")
      writer.array { writer in
        for change in changes { writer.write(change.name) }
      }
    }
  }
}
