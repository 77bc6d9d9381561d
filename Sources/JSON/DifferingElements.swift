/// The elements between the common beginning and the common end of two JSON arrays.
///
/// They are found without parsing: each text is read once, and then only the differing elements need to be parsed.
package struct DifferingElements {
  /// The number of equal elements before the differing ones.
  let index: Int
  /// The differing elements of the old and of the new array, each as the text of a JSON array.
  let old: [UInt8]
  let new: [UInt8]

  /// Creates a difference whose elements begin at an index.
  package init(index: Int, old: [UInt8], new: [UInt8]) {
    self.index = index
    self.old = old
    self.new = new
  }

  /// Whether any elements differ.
  package var isChange: Bool { !old.isSameText(as: new) }

  /// Finds the difference between two texts, which must not contain white space between tokens. Returns nil if the
  /// texts are equal or one of them is not an array.
  package init?(between old: [UInt8], and new: [UInt8]) {
    guard old.first == UInt8(ascii: "["), new.first == UInt8(ascii: "["), !old.isSameText(as: new) else { return nil }
    let found = old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in DifferingElements.search(old, new) }
    }
    guard let found else { return nil }
    let newEnd = found.oldEnd - old.count + new.count
    self.init(
      index: found.index, old: DifferingElements.array(of: old[found.start..<found.oldEnd]),
      new: DifferingElements.array(of: new[found.start..<newEnd]))
  }

  private static func search(
    _ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer
  ) -> (index: Int, start: Int, oldEnd: Int)? {
    let same = sharedBeginning(old, new)
    var (index, start) = (0, 1)
    guard var end = endOfElement(in: old, from: start) else { return nil }
    while end < same {
      (index, start) = (index + 1, end + 1)
      guard let next = endOfElement(in: old, from: start) else { return nil }
      end = next
    }
    // The common beginning and the common end must not overlap.
    let ending = sharedEnding(old, new, upTo: min(old.count, new.count) - start)
    // Let a comma or bracket separate elements in the old text, and let both texts be equal after it. Then it separates
    // elements in the new text as well:
    // - It has the same depth in both texts, because the same brackets follow.
    // - It is not in a string of the new text. If it were, an odd number of quotes would follow there, but an even
    //   number follows in the old text.
    // - It is not escaped in the new text, because JSON has no escape for a comma or a bracket.
    while end < old.count - ending {
      guard let next = endOfElement(in: old, from: end + 1) else { return nil }
      end = next
    }
    return (index, start, end)
  }

  /// The position of the comma or bracket after the element that begins at `start`. Nil if there is none.
  private static func endOfElement(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var (position, depth, isInString) = (start, 0, false)
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "\\"): position += 1
      case _ where isInString: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ","): if depth == 0 { return position }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return position }
        depth -= 1
      default: break
      }
      position += 1
    }
    return nil
  }

  /// The number of equal bytes at the beginning of two texts.
  private static func sharedBeginning(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Int {
    let longest = min(old.count, new.count)
    var count = 0
    while count + 8 <= longest, eightBytes(of: old, at: count) == eightBytes(of: new, at: count) { count += 8 }
    while count < longest, old[count] == new[count] { count += 1 }
    return count
  }

  /// The number of equal bytes at the end of two texts, at most `longest`.
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
