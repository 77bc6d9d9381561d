/// Follows the state of one open view: knows which properties may have changed, and what the front
/// end was last told of each.
@MainActor
package protocol ViewObserver: AnyObject {
  /// Called when a property may have changed, until it is read again; for those that have never changed
  /// before, once for all.
  var becameDirty: (@MainActor () -> Void)? { get set }

  /// Whether each property is followed by itself from the beginning, so that the first change of each is
  /// told, at the price of memory. Set before the first snapshot.
  var followsApart: Bool { get set }

  /// The scope to connect while the view is open, if the state has one.
  var effectScope: EffectScope? { get }

  /// How many bytes the members of the whole state take now; nothing is followed by that.
  var snapshotSize: Int { get }

  /// Writes the members of the whole state into the object that is open.
  func writeSnapshot(to writer: inout JSONWriter)

  /// How changes are told.
  var delivery: Delivery { get set }

  /// Writes what differs from what was last told into the object that is open, as the delivery says;
  /// false, and nothing is written, if nothing does.
  func writeChanges(to writer: inout JSONWriter) -> Bool

  /// Whether a property differs from what was last told.
  func refresh() -> Bool

  /// Decodes values for the named properties and returns the assignment, which cannot fail. It returns
  /// whether one of them may have changed unnoticed.
  func assignment(of properties: JSON) throws(JSONDecodingError) -> @MainActor () -> Bool

  /// Reads the properties again that have not changed, as far as Observation knows: it passes over a value that
  /// Swift takes for equal to the one before, such as a text in another spelling.
  ///
  /// - Returns: Whether one has changed all the same.
  func readUnnoticed() -> Bool

  /// Decodes the arguments of a call of an action that the view has, and tells whether what it changes with them may
  /// go unnoticed.
  func prepare(
    _ action: String, _ arguments: ActionArguments
  ) throws(JSONDecodingError) -> (action: PreparedAction, mayGoUnnoticed: Bool)

  /// Stops following and lets go of the state.
  func end()
}
