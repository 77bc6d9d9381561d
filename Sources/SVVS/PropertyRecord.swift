import JSON

/// One readable property of one open view: what it shows, and whether the front end knows.
@MainActor
protocol PropertyRecord: AnyObject {
  /// Reads the property again; `scratch` is memory to write in. Called under observation, so that
  /// whatever this reads is followed.
  func read(with scratch: inout JSONWriter)

  /// Whether what was last read differs from what was last told.
  var isUntold: Bool { get }

  /// Whether what was last read is written with the same text as a value.
  func isWritten(as value: JSON) -> Bool

  /// Writes what was last read.
  func write(to writer: inout JSONWriter)

  /// Writes the steps of a patch from what was last told to what was last read, as elements of the array
  /// that is open.
  func writeSteps(at path: JSONPointer, to writer: inout JSONWriter)

  /// Takes what was last read for told.
  func settle()

  /// Lets go of the state. What was last read can still be written.
  func end()
}
