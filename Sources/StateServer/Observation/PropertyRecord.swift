import JSON
import SVVS

/// One readable property as one subscription knows it: what it shows, and whether that was sent.
@MainActor
protocol PropertyRecord: AnyObject {
  /// Reads the property again. Called under observation, so that whatever this reads is followed.
  func read(in scratch: Scratch)

  /// Whether what it shows differs from what was last sent.
  var isUnsent: Bool { get }

  /// Whether what it shows is written with the same text as a value.
  func isWritten(as value: JSONValue) -> Bool

  /// Writes what it shows.
  func write(to writer: inout JSONWriter)

  /// Writes the steps of a patch from what was last sent to what it shows, as elements of the array
  /// that is open.
  func writeSteps(at path: JSONPointer, to writer: inout JSONWriter)

  /// Takes what it shows for sent.
  func markSent()

  /// Releases the state. What it showed can still be written.
  func end()
}

/// Makes the records of a new subscription.
@MainActor
enum PropertyRecords {
  /// The record of a property of a state.
  static func make<State: AnyObject>(_ property: ReadableProperty<State>, of state: State) -> any PropertyRecord {
    switch property {
    case .value(let get): return TextRecord { use in get(state, use) }
    case .array(let pass):
      let reader = ArrayRecordMaker()
      pass(state, reader)
      guard let record = reader.record else { preconditionFailure("a property passes itself on") }
      return record
    }
  }
}

/// Makes a record that has the type of an array's elements.
@MainActor
private final class ArrayRecordMaker: ObservableArrayReader {
  private(set) var record: (any PropertyRecord)?

  func read<State: AnyObject, Element: JSONEncodable>(
    _ get: @escaping @MainActor (State) -> ObservableArray<Element>, of state: State
  ) {
    record = ArrayRecord(of: state, get: get)
  }
}
