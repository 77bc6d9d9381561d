import JSON
import StateProtocol

/// A property that differs from what was last sent of it.
struct PropertyChange {
  let name: String
  let record: any PropertyRecord
}

extension Delivery {
  /// Writes what has changed, as this delivery has it: the content of a ``ViewChange``.
  @MainActor
  func write(_ changes: [PropertyChange], to writer: inout JSONWriter) {
    switch self {
    case .properties:
      writer.object { writer in
        for change in changes {
          writer.key(change.name)
          change.record.write(to: &writer)
        }
      }
    case .patch:
      writer.array { writer in
        for change in changes { change.record.writeSteps(at: JSONPointer(change.name), to: &writer) }
      }
    case .signal:
      writer.array { writer in
        for change in changes { writer.write(change.name) }
      }
    }
  }
}
