/// The properties of a subscription that were read again and differ from what was last sent, in order.
struct UnsentProperties {
  /// One of them.
  struct Entry {
    let index: Int
    /// The text that was last sent of it.
    let text: EncodedText
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a property with the text that was last sent of it, unless it is there already.
  mutating func insert(_ index: Int, _ text: EncodedText) {
    let place = entries.firstIndex { $0.index >= index } ?? entries.endIndex
    if place < entries.endIndex, entries[place].index == index { return }
    entries.insert(Entry(index: index, text: text), at: place)
  }

  /// Removes some.
  mutating func remove(_ indices: [Int]) {
    guard !indices.isEmpty else { return }
    entries.removeAll { indices.contains($0.index) }
  }

  /// Removes all.
  mutating func removeAll() { entries.removeAll() }
}
