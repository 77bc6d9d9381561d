/// The properties of a subscription that were re-read and may differ from the values that were last sent. The
/// properties are sorted by index.
struct UnsentProperties {
  /// One property.
  struct Entry {
    let index: Int
    /// The text that was last sent; empty for an array, because its record knows what was last sent.
    let text: EncodedText
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds the property at `index`, with the text that was last sent. Does nothing if the property already has an entry.
  mutating func insert(_ index: Int, _ text: EncodedText) {
    let position = entries.firstIndex { $0.index >= index } ?? entries.endIndex
    if position < entries.endIndex, entries[position].index == index { return }
    entries.insert(Entry(index: index, text: text), at: position)
  }

  /// Removes the properties at `indices`.
  mutating func remove(_ indices: [Int]) {
    guard !indices.isEmpty else { return }
    entries.removeAll { indices.contains($0.index) }
  }

  /// Removes all properties.
  mutating func removeAll() { entries.removeAll() }
}
