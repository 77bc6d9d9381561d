/// The properties of a subscription that were re-read and may differ from what was last sent, in order.
struct UnsentProperties {
  /// One property.
  struct Entry {
    let index: Int
    /// The text that was last sent; empty for an array, because its record knows what was last sent.
    let text: EncodedText
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a property with the text that was last sent, unless the property has an entry.
  mutating func insert(_ index: Int, _ text: EncodedText) {
    let position = entries.firstIndex { $0.index >= index } ?? entries.endIndex
    if position < entries.endIndex, entries[position].index == index { return }
    entries.insert(Entry(index: index, text: text), at: position)
  }

  /// Removes properties.
  mutating func remove(_ indices: [Int]) {
    guard !indices.isEmpty else { return }
    entries.removeAll { indices.contains($0.index) }
  }

  /// Removes all properties.
  mutating func removeAll() { entries.removeAll() }
}
