import JSON
import Logging
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

extension _ViewInterface {
  /// Makes a record for the property at `index`. Returns nil if the property's value is not an observable array.
  func makeArrayRecord(_ index: Int, of state: AnyObject?) -> (any ArrayRecord)? {
    guard let state, case .array(let pass) = readableProperties[index] else { return nil }
    let maker = ArrayRecordMaker()
    pass(state, maker)
    return maker.record
  }
}

/// A record that knows the type of the elements. It compares only elements that the array reports as changed.
@MainActor
private final class TypedArrayRecord<Element: JSONEncodable>: ArrayRecord {
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
private final class ArrayRecordMaker: ObservableArrayReader {
  private(set) var record: (any ArrayRecord)?

  func read<Element: JSONEncodable>(
    _ get: @escaping @MainActor (AnyObject) -> ObservableArray<Element>, of state: AnyObject
  ) {
    record = TypedArrayRecord(of: state, get: get)
  }
}

/// The JSON text of an observable array. Only changed elements are encoded again; the text of the others is copied. A
/// change of one of 1,000 rows, sent as the whole array, takes 151,000 instructions; without this text, 998,000.
@MainActor
final class EncodedArray<Element: JSONEncodable> {
  private let array: ObservableArray<Element>
  /// The changes since the array was encoded.
  private let changes: ArrayChanges<Element>
  private var text: [UInt8] = []
  /// The offset of the end of each element in the text.
  private var ends: [Int] = []

  /// Encodes an array.
  init(_ array: ObservableArray<Element>) {
    self.array = array
    changes = array.follow()
    encode()
  }

  isolated deinit { array.remove(changes) }

  /// Writes the array as it is now.
  func write(to writer: inout JSONWriter) {
    let differences = changes.differences(in: array.current)
    let changedCount = differences.reduce(0) { $0 + $1.old.count + $1.new.count }
    // With this many changes, encoding all elements once takes no longer than writing these changes a few times.
    if changedCount * 4 > ends.count {
      changes.removeAll()
      encode()
      return writer.write(encoded: text)
    }
    guard changedCount > 0 else { return writer.write(encoded: text) }
    writer.array { writer in
      // `next` is an index in the encoded elements, `written` an index in the current elements.
      var (next, written) = (0, 0)
      for difference in differences {
        let end = next + difference.start - written
        copy(next..<end, to: &writer)
        for element in difference.new { writer.write(element: element) }
        next = end + difference.old.count
        written = difference.start + difference.new.count
      }
      copy(next..<ends.count, to: &writer)
    }
  }

  private func encode() {
    var writer = JSONWriter()
    writer.reserve(text.count)
    var ends: [Int] = []
    writer.array { writer in
      for element in array.current {
        let start = writer.bytes.count
        writer.write(element: element)
        precondition(writer.bytes.count > start, "an element encodes itself as a JSON value")
        ends.append(writer.bytes.count)
      }
    }
    (text, self.ends) = (writer.bytes, ends)
  }

  /// Copies elements from the text.
  private func copy(_ elements: Range<Int>, to writer: inout JSONWriter) {
    guard let first = elements.first, let last = elements.last else { return }
    // An element begins after a bracket or a comma.
    let start = first == 0 ? 1 : ends[first - 1] + 1
    text.withUnsafeBytes { writer.write(encoded: UnsafeRawBufferPointer(rebasing: $0[start..<ends[last]])) }
  }
}

extension JSONWriter {
  /// Writes the elements of an observable array as an array.
  @MainActor
  fileprivate mutating func write(elements: [some JSONEncodable]) {
    array { writer in
      for element in elements { writer.write(element: element) }
    }
  }

  /// Writes an element of an observable array. If a part of the element has no JSON form, logs the error, and writes
  /// `null` in place of that part and of the arrays and objects that follow it in the element. Other elements are not
  /// affected.
  @MainActor
  fileprivate mutating func write(element: some JSONEncodable) {
    element.encode(to: &self)
    if let error = takeError() {
      Connection.logger.error("Parts of an element of an observable array are sent as null: \(error).")
    }
  }
}
