/// The operations that turn one JSON value into another, according to RFC 6902. They are `add`, `remove` and `replace`,
/// and `append`, which is not in the RFC: it adds a text to the end of a text. Only a message contains it; a patch that
/// was made from two values does not.
///
/// If the text of the operations would not be smaller than that of one `replace` by the new value, the patch is that
/// `replace`.
///
/// If all elements of an array are objects with unique ids, the member `id` identifies them. If one element moves or
/// changes, the patch then has operations for this element only.
public struct JSONPatch: Equatable {
  /// One operation.
  public struct Operation: Equatable, Sendable {
    let kind: Kind
    let path: JSONPointer
    /// The new value; nil for `remove`.
    let value: JSONValue?

    package enum Kind: String, Sendable {
      case add, remove, replace, append
    }
  }

  /// The operations, in order.
  public internal(set) var operations: [Operation] = []

  /// Creates the operations from one value to another. Their paths begin with `path`.
  public init(from old: JSONValue, to new: JSONValue, at path: JSONPointer = JSONPointer()) {
    operations = JSONPatch.steps(from: old, to: new, at: path)
  }

  /// Creates an empty patch.
  package init() {}

  static func steps(from old: JSONValue, to new: JSONValue, at path: JSONPointer) -> [Operation] {
    guard old != new else { return [] }
    let replacement = [Operation(kind: .replace, path: path, value: new)]
    let steps: [Operation]
    switch (old.kind, new.kind) {
    case (.object, .object): steps = memberSteps(from: old, to: new, at: path)
    case (.array, .array): steps = elementSteps(from: old.elements, to: new.elements, at: path)
    default: return replacement
    }
    return size(of: steps) < size(of: replacement) ? steps : replacement
  }

  private static func memberSteps(from old: JSONValue, to new: JSONValue, at path: JSONPointer) -> [Operation] {
    let gone = old.members.filter { new[$0.key] == nil }
    let others = new.members.flatMap { key, value in
      let path = path.appending(key)
      guard let before = old[key] else { return [Operation(kind: .add, path: path, value: value)] }
      return steps(from: before, to: value, at: path)
    }
    return gone.map { Operation(kind: .remove, path: path.appending($0.key), value: nil) } + others
  }

  /// Returns the operations between the elements of two arrays. `first` is the number of equal elements before them,
  /// which are not passed.
  static func elementSteps(
    from old: [JSONValue], to new: [JSONValue], at path: JSONPointer, startingAt first: Int = 0
  ) -> [Operation] {
    func place(_ index: Int) -> JSONPointer { path.appending(first + index) }
    if let oldIDs = identities(of: old), let newIDs = identities(of: new) {
      // The usual case: no element was added, removed or moved.
      if oldIDs == newIDs { return old.indices.flatMap { steps(from: old[$0], to: new[$0], at: place($0)) } }
      return ArrayDifference(from: oldIDs, to: newIDs).steps(from: old, to: new, at: place) {
        steps(from: $0, to: $1, at: $2)
      }
    }
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    let (oldEnd, newEnd) = (old.count - end, new.count - end)
    let shared = start..<min(oldEnd, newEnd)
    return shared.flatMap { steps(from: old[$0], to: new[$0], at: place($0)) }
      + (shared.upperBound..<oldEnd).reversed().map { Operation(kind: .remove, path: place($0), value: nil) }
      + (shared.upperBound..<newEnd).map { Operation(kind: .add, path: place($0), value: new[$0]) }
  }

  /// Returns the ids of the elements. Returns nil unless each element has an id and no two ids are equal.
  static func identities(of elements: [JSONValue]) -> [String]? {
    let ids = elements.compactMap { element in
      element["id"].flatMap { $0.kind == .string || $0.kind == .integer ? $0.description : nil }
    }
    return ids.count == elements.count && Set(ids).count == ids.count ? ids : nil
  }

  static func size(of operations: [Operation]) -> Int {
    var writer = JSONWriter()
    writer.array { writer in for operation in operations { operation.encode(to: &writer) } }
    return writer.bytes.count
  }
}
