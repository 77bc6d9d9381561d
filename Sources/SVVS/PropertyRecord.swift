import JSON

/// One readable property of one open view: what it shows, and whether the front end knows.
@MainActor
protocol PropertyRecord: AnyObject {
  /// Reads the property again; `scratch` is memory to write in. Called under observation, so that
  /// whatever this reads is followed.
  func read(with scratch: inout JSONWriter)

  /// Whether what it shows differs from what was last told.
  var isUntold: Bool { get }

  /// Whether what it shows is written with the same text as a value.
  func isWritten(as value: JSON) -> Bool

  /// Writes what it shows.
  func write(to writer: inout JSONWriter)

  /// Writes the steps of a patch from what was last told to what it shows, as elements of the array
  /// that is open.
  func writeSteps(at path: JSONPointer, to writer: inout JSONWriter)

  /// Takes what it shows for told.
  func settle()

  /// Lets go of the state. What it showed can still be written.
  func end()
}
