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
  func settle()

  /// Releases the state. What it showed can still be written.
  func end()
}

/// Makes the records of a new subscription.
struct RecordMaker: PropertyReader {
  func value<State: AnyObject, Value: JSONEncodable>(
    of state: State, get: @escaping @MainActor (State) -> Value
  ) -> any PropertyRecord {
    TextRecord(of: state, get: get)
  }

  func array<State: AnyObject, Element: JSONEncodable>(
    of state: State, get: @escaping @MainActor (State) -> ObservableArray<Element>
  ) -> any PropertyRecord {
    ArrayRecord(of: state, get: get)
  }
}
