import JSON
import SVVS
import StateProtocol

/// The operations on the state of a view. The state is nil after its release.
extension _ViewInterface {
  /// Reads the readable property at `index`. Passes the value to `use`, with a closure that writes the value. Does
  /// nothing if the property's value is an observable array.
  func readValue(_ index: Int, of state: AnyObject?, _ use: (Any, (inout JSONWriter) -> Void) -> Void) {
    if let state, case .value(let get) = readableProperties[index] { get(state, use) }
  }

  /// Decodes new values for the named properties. Returns a closure that assigns the values and cannot fail.
  func assignment(of values: JSONValue, to state: AnyObject?) throws(JSONDecodingError) -> @MainActor () -> Void {
    guard let state else { throw JSONDecodingError("are for a view that is closed") }
    try values.requireObject()
    var assignments: [(work: WorkDescription, assign: @MainActor (AnyObject) -> Void)] = []
    for (name, value) in values.members {
      guard let index = propertyIndices[name] else {
        let settable = properties.filter { $0.decode != nil }.map(\.description.name)
        throw JSONDecodingError("is not a property of this view", unknown: name, among: settable, or: readableNames)
      }
      let property = properties[index]
      guard let decode = property.decode else {
        throw JSONDecodingError("is read-only", at: JSONPointer(name))
      }
      let work = work(ofSetter: index)
      let outer = work.begin()
      defer { outer.resume() }
      do {
        assignments.append((work, try decode(value)))
      } catch {
        throw (property.description.access == .writeOnly ? error.withoutSuggestion : error).inside(name)
      }
    }
    return { [state, assignments] in
      for (work, assign) in assignments {
        let outer = work.begin()
        defer { outer.resume() }
        assign(state)
      }
    }
  }

  /// Decodes the arguments for a call of the action at `index`.
  func prepare(
    _ index: Int, _ params: JSONValue?, of state: AnyObject?
  ) throws(JSONDecodingError) -> _PreparedAction {
    guard let state else { throw JSONDecodingError("are for a view that is closed") }
    try ArgumentCheck.rejectOthers(than: actions[index].description.arguments, in: params)
    do {
      return try actions[index].prepare(state, _ActionArguments(params))
    } catch {
      let action = actions[index].description
      let isSecret = error.path.first.flatMap { action.hints(ofArgument: $0)?.isWriteOnly } ?? false
      throw isSecret ? error.withoutSuggestion : error
    }
  }

  /// Checks a call of the action at `index` if the action answers questions: the question must still be there, and the
  /// choice must be one of its choices.
  ///
  /// - Parameter commit: The current commit, for a failure.
  func checkAnswer(_ index: Int, _ params: JSONValue?, of state: AnyObject?, commit: Int) throws(Failure) {
    guard let question, question.action == index else { return }
    var current: Question?
    readValue(question.property, of: state) { value, _ in current = value as? Question }
    guard let current, current.id == params?["question"]?.string else {
      throw Failure(.contentModified(commit: commit), "The question with this id is not asked now.")
    }
    let (values, choice) = (current.choices.map(\.value), params?["choice"]?.string ?? "")
    guard values.contains(choice) else {
      throw Failure(JSONDecodingError(expectedOneOf: values, found: choice).inside("choice"))
    }
  }
}

/// Compares the arguments of a call with the arguments that the action takes.
enum ArgumentCheck {
  /// Throws an error if one of the given arguments is not an argument of the action.
  static func rejectOthers(
    than expected: [JSONSchema.Member], in params: JSONValue?
  ) throws(JSONDecodingError) {
    guard let params, params.count > 0 else { return }
    // Counting the arguments is nearly always enough, and allocates nothing.
    let given = expected.count { params[$0.name] != nil }
    let reserved = ActionCall.memberNames.count { params[$0] != nil }
    guard given + reserved != params.count else { return }
    let names = Set(expected.map(\.name)).union(ActionCall.memberNames)
    for (name, _) in params.members where !names.contains(name) {
      throw JSONDecodingError("is not an argument of this action", unknown: name, among: expected.map(\.name))
    }
  }
}
