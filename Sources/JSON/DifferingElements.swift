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
    guard old.first == UInt8(ascii: "["), new.first == UInt8(ascii: "["), !old.isSameText(as: new) else { return nil }
    let found = old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in DifferingElements.search(old, new) }
    }
    index = found.index
    self.old = DifferingElements.array(of: old[found.start..<found.oldEnd])
    self.new = DifferingElements.array(of: new[found.start..<(found.oldEnd - old.count + new.count)])
  }

  private static func search(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer
  ) -> (index: Int, start: Int, oldEnd: Int) {
    let same = sharedBeginning(old, new)
    var (index, start) = (0, 1)
    var end = endOfElement(in: old, from: start)
    while end < same {
      (index, start) = (index + 1, end + 1)
      end = endOfElement(in: old, from: start)
    }
    // No byte belongs to the beginning and to the end.
    let ending = sharedEnding(old, new, upTo: min(old.count, new.count) - start)
    // A comma that separates elements in one text and is followed by the same does so in the other: were it
    // within a string there, the quotes that follow would not be balanced in both.
    while end < old.count - ending { end = endOfElement(in: old, from: end + 1) }
    return (index, start, end)
  }

  /// The place of the comma or bracket behind the element that begins at a place.
  private static func endOfElement(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
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
  private static func endOfString(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start + 1
    while text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position
  }

  /// How many bytes two texts begin with alike.
  private static func sharedBeginning(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Int {
    let longest = min(old.count, new.count)
    var count = 0
    while count + 8 <= longest, eightBytes(of: old, at: count) == eightBytes(of: new, at: count) { count += 8 }
    while count < longest, old[count] == new[count] { count += 1 }
    return count
  }

  /// How many bytes two texts end with alike, no more than `longest`.
  private static func sharedEnding(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, upTo longest: Int
  ) -> Int {
    var (count, oldStart, newStart) = (0, old.count, new.count)
    while count + 8 <= longest, eightBytes(of: old, at: oldStart - 8) == eightBytes(of: new, at: newStart - 8) {
      (count, oldStart, newStart) = (count + 8, oldStart - 8, newStart - 8)
    }
    while count < longest, old[oldStart - 1] == new[newStart - 1] {
      (count, oldStart, newStart) = (count + 1, oldStart - 1, newStart - 1)
    }
    return count
  }

  private static func eightBytes(of text: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
    text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  private static func array(of elements: ArraySlice<UInt8>) -> [UInt8] {
    [UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")]
  }
}
