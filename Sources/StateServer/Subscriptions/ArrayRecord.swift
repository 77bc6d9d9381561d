import JSON
import SVVS

/// An observable array that a property shows, as one subscription has read and sent it.
@MainActor
protocol ArrayRecord: AnyObject {
  /// Reads the property again. The caller tracks everything that this method reads.
  func read()

  /// Whether the array was changed since it was last sent. The changes may have been reverted since then.
  var hasChanges: Bool { get }

  /// Whether the array differs from the array that was last sent.
  var isUnsent: Bool { get }

  /// Writes the array.
  func write(to writer: inout JSONWriter)

  /// Writes the patch operations that turn the array that was last sent into the current array. Writes them as elements
  /// of the JSON array that `writer` has open.
  func writeSteps(at path: JSONPointer, to writer: inout JSONWriter)

  /// Marks the current array as sent.
  func markSent()

  /// Releases the state. The last array can still be written.
  func end()
}

/// A record that knows the type of the elements. It compares only elements that the array reports as changed.
@MainActor
final class TypedArrayRecord<Element: JSONEncodable>: ArrayRecord {
  private var state: AnyObject?
  private let get: @MainActor (AnyObject) -> ObservableArray<Element>
  private var array: ObservableArray<Element>?
  private var changes = ArrayChanges<Element>()
  /// The text that was last sent, if that text came from another array object; otherwise nil.
  private var sentText: [UInt8]?
  /// The cached text of the array. It is made when the whole array is written for the second time. Most arrays are
  /// written whole only once, when the view opens.
  private var encoded: EncodedArray<Element>?
  private var wasWritten = false
  /// The elements that differ from the elements that were last sent, and the revision of `changes` at which the
  /// differences were found.
  private var parts: (revision: Int, all: [DifferingElements])?

  init(of state: AnyObject, get: @escaping @MainActor (AnyObject) -> ObservableArray<Element>) {
    self.state = state
    self.get = get
  }

  isolated deinit { array?.remove(changes) }

  func read() {
    guard let state else { return }
    let shown = get(state)
    // The getter may have closed the view.
    guard self.state != nil else { return }
    shown.access()
    guard shown !== array else { return }
    if let array {
      sentText = sentText ?? text(of: changes.undone(in: array.current))
      array.remove(changes)
    }
    array = shown
    encoded = nil
    changes = shown.follow()
  }

  var hasChanges: Bool { sentText != nil || !changes.isEmpty }

  var isUnsent: Bool {
    if let sentText { return !sentText.isSameText(as: text(of: current)) }
    return differingParts().contains { $0.isChange }
  }

  func write(to writer: inout JSONWriter) {
    if wasWritten, encoded == nil { encoded = array.map { EncodedArray($0) } }
    wasWritten = true
    if let encoded { encoded.write(to: &writer) } else { writer.write(elements: current) }
  }

  func writeSteps(at path: JSONPointer, to writer: inout JSONWriter) {
    // The whole array is written if it is nested more deeply than a parser allows, or if the patch is longer.
    guard let patch = try? patch(at: path), isShort(patch, at: path) else {
      return JSONPatch.writeReplacement(by: text(of: current), at: path, to: &writer)
    }
    for operation in patch.operations { operation.encode(to: &writer) }
  }

  func markSent() {
    changes.removeAll()
    sentText = nil
    parts = nil
  }

  func end() {
    state = nil
    encoded = nil
    array?.remove(changes)
    // Keeps a copy, so that later changes to the array have no effect here.
    array = array.map { ObservableArray($0.current) }
  }

  private var current: [Element] { array?.current ?? [] }

  /// The texts of the elements that differ. They are used twice: to detect differences, and to write the patch.
  private func differingParts() -> [DifferingElements] {
    if let parts, parts.revision == changes.revision { return parts.all }
    let all = changes.differences(in: current).map {
      DifferingElements(index: $0.start, old: text(of: $0.old), new: text(of: $0.new))
    }
    parts = (changes.revision, all)
    return all
  }

  private func patch(at path: JSONPointer) throws(JSONParsingError) -> JSONPatch {
    if let sentText { return try JSONPatch(fromText: sentText, toText: text(of: current), at: path) }
    if let patch = try JSONPatch(betweenParts: differingParts(), at: path) { return patch }
    return try JSONPatch(fromText: text(of: changes.undone(in: current)), toText: text(of: current), at: path)
  }

  /// Whether `patch` is shorter than the array. An element and its comma take at least two bytes, which gives a lower
  /// bound on the array's size. The array is encoded only if the lower bound is not enough to decide.
  private func isShort(_ patch: JSONPatch, at path: JSONPointer) -> Bool {
    patch.size < 2 * current.count
      || patch.size < JSONPatch.sizeOfReplacement(by: text(of: current), at: path)
  }

  private func text(of elements: [Element]) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(elements: elements)
    return writer.bytes
  }
}

/// An object that makes a record with the type of an array's elements.
@MainActor
final class ArrayRecordMaker: ObservableArrayReader {
  private(set) var record: (any ArrayRecord)?

  func read<Element: JSONEncodable>(
    _ get: @escaping @MainActor (AnyObject) -> ObservableArray<Element>, of state: AnyObject
  ) {
    record = TypedArrayRecord(of: state, get: get)
  }
}
