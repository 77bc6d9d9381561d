/// The elements between what the texts of two arrays begin and end with alike, found without parsing them.
///
/// Where one element of many has changed, it takes no longer than a walk over the text that stands before it.
struct DifferingElements {
  /// How many equal elements stand before.
  let index: Int
  /// The texts of what differs, each an array.
  let old: [UInt8]
  let new: [UInt8]

  /// Looks for what differs in two texts without blanks; nil if they are not two arrays that differ.
  init?(between old: [UInt8], and new: [UInt8]) {
    guard old.first == UInt8(ascii: "["), new.first == UInt8(ascii: "["), old != new else { return nil }
    let found = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in DifferingElements.search(old, new) }
    }
    index = found.index
    self.old = DifferingElements.array(of: old[found.start..<found.oldEnd])
    self.new = DifferingElements.array(of: new[found.start..<(found.oldEnd - old.count + new.count)])
  }

  private static func search(
    _ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>
  ) -> (index: Int, start: Int, oldEnd: Int) {
    let shared = min(old.count, new.count)
    let same = (0..<shared).first { old[$0] != new[$0] } ?? shared
    var (index, start) = (0, 1)
    var end = endOfElement(in: old, from: start)
    while end < same {
      (index, start) = (index + 1, end + 1)
      end = endOfElement(in: old, from: start)
    }
    // No byte belongs to the beginning and to the end.
    let longest = shared - start
    let ending = (1...longest).first { old[old.count - $0] != new[new.count - $0] }.map { $0 - 1 } ?? longest
    // A comma that separates elements in one text and is followed by the same does so in the other: were it
    // within a string there, the quotes that follow would not be balanced in both.
    while end < old.count - ending { end = endOfElement(in: old, from: end + 1) }
    return (index, start, end)
  }

  /// The place of the comma or bracket behind the element that begins at a place.
  private static func endOfElement(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var (position, depth) = (start, 0)
    while true {
      switch text[position] {
      case UInt8(ascii: "\""): position = endOfString(in: text, from: position)
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ","): if depth == 0 { return position }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return position }
        depth -= 1
      default: break
      }
      position += 1
    }
  }

  /// The place of the quote that ends the string whose first quote is at a place.
  private static func endOfString(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var position = start + 1
    while text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position
  }

  private static func array(of elements: ArraySlice<UInt8>) -> [UInt8] {
    [UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")]
  }
}
