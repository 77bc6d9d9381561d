import JSON
import SVVS

/// A property that shows an observable array, as one subscription knows it.
@MainActor
protocol ArrayRecord: AnyObject {
  /// Reads the property again. Called under observation, so that whatever this reads is followed.
  func read()

  /// Whether anything was changed since it was last sent; it may be the same again.
  var hasChanges: Bool { get }

  /// Whether what it shows differs from what was last sent.
  var isUnsent: Bool { get }

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

/// A property of a state that shows an array of a type: only what the array says has changed is compared.
@MainActor
final class TypedArrayRecord<State: AnyObject, Element: JSONEncodable>: ArrayRecord {
  private var state: State?
  private let get: @MainActor (State) -> ObservableArray<Element>
  private var array: ObservableArray<Element>?
  private var changes = ArrayChanges<Element>()
  /// The text that was sent, if it was of another array than the one that is shown now.
  private var sentText: [UInt8]?
  /// The text of the array, from the second time on that it is written whole: most are sent so once, at the opening.
  private var encoded: EncodedArray<Element>?
  private var wasWritten = false
  /// The elements that differ, once they were looked for.
  private var parts: (revision: Int, all: [DifferingElements])?

  init(of state: State, get: @escaping @MainActor (State) -> ObservableArray<Element>) {
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
    if let encoded { encoded.write(to: &writer) } else { current.encode(to: &writer) }
  }

  func writeSteps(at path: JSONPointer, to writer: inout JSONWriter) {
    // Deeper than a parser goes, or changed all over: the whole array will do.
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
    // What others change from now on is not seen.
    array = array.map { ObservableArray($0.current) }
  }

  private var current: [Element] { array?.current ?? [] }

  /// The texts of what differs, which are asked for twice: to see whether they do, and to write the steps.
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

  /// Whether a patch takes less text than the array, which is written only if that is in doubt: an
  /// element takes two bytes at least, with what separates it from the next.
  private func isShort(_ patch: JSONPatch, at path: JSONPointer) -> Bool {
    patch.size < 2 * current.count
      || patch.size < JSONPatch.sizeOfReplacement(by: text(of: current), at: path)
  }

  private func text(of elements: [Element]) -> [UInt8] {
    var writer = JSONWriter()
    elements.encode(to: &writer)
    return writer.bytes
  }
}

/// Makes a record that has the type of an array's elements.
@MainActor
final class ArrayRecordMaker: ObservableArrayReader {
  private(set) var record: (any ArrayRecord)?

  func read<State: AnyObject, Element: JSONEncodable>(
    _ get: @escaping @MainActor (State) -> ObservableArray<Element>, of state: State
  ) {
    record = TypedArrayRecord(of: state, get: get)
  }
}
