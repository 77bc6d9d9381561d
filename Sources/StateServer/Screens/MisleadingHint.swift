/// An error about a wrong hint. `place` names the hint and the declarations that contain it, beginning with the innermost
/// one.
struct MisleadingHint: Error {
  let reason: String
  private(set) var place = ""

  init(_ reason: String) { self.reason = reason }

  /// Returns the same error, and adds to its place the hint, or a declaration that contains the place.
  func inside(_ declaration: String) -> MisleadingHint {
    var hint = self
    hint.place += place.isEmpty ? declaration : " of the \(declaration)"
    return hint
  }

  /// Returns the result of `body`. Adds the hint or declaration to the place of its error.
  static func inside<Result>(
    _ declaration: @autoclosure () -> String, _ body: () throws(MisleadingHint) -> Result
  ) throws(MisleadingHint) -> Result {
    do throws(MisleadingHint) {
      return try body()
    } catch {
      throw error.inside(declaration())
    }
  }
}
