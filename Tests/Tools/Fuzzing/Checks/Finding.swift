/// A fault of the code under test.
public struct Finding: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// Throws a finding unless a condition holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(Finding) {
  if !condition { throw Finding(message()) }
}
