import JSON
import StateProtocol

/// A property whose value differs from what was last sent.
struct PropertyChange {
  let name: String
  let content: PropertyContent
  /// The text that was last sent.
  let sent: EncodedText
}

extension Delivery {
  /// Writes changes in the form of this delivery, as the content of a ``ViewChange``.
  @MainActor
  func write(_ changes: some Sequence<PropertyChange>, to writer: inout JSONWriter) {
    switch self {
    case .properties:
      writer.object { writer in
        for change in changes {
          writer.key(change.name)
          change.content.write(to: &writer)
        }
      }
    case .patch:
      writer.array { writer in
        for change in changes {
          change.content.writeSteps(from: change.sent, at: JSONPointer(change.name), to: &writer)
        }
      }
    case .signal:
      writer.array { writer in
        for change in changes { writer.write(change.name) }
      }
    }
  }
}
