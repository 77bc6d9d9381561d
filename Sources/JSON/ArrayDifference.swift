/// How one array of identified elements becomes another: which stay where they are, in relation to
/// each other, and which leave or come.
struct ArrayDifference {
  /// The old indices of the elements that stay, by their new indices.
  private let staying: [Int: Int]

  init(from old: [String], to new: [String]) {
    let oldIndices = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
    let kept = new.indices.compactMap { index in oldIndices[new[index]].map { (new: index, old: $0) } }
    let rising = ArrayDifference.longestRise(in: kept.map(\.old))
    staying = Dictionary(uniqueKeysWithValues: rising.map { (kept[$0].new, kept[$0].old) })
  }

  /// The steps that turn the old elements into the new ones; `place` gives the place of an element in
  /// the document, and `change` the steps within one.
  func steps(
    from old: [JSONValue], to new: [JSONValue], at place: (Int) -> JSONPointer,
    change: (JSONValue, JSONValue, JSONPointer) -> [JSONPatch.Operation]
  ) -> [JSONPatch.Operation] {
    let stayed = Set(staying.values)
    // From the end, so that no index moves before its turn.
    let removals = old.indices.reversed().filter { !stayed.contains($0) }.map { index in
      JSONPatch.Operation(kind: .remove, path: place(index), value: nil)
    }
    return removals
      + new.indices.flatMap { index in
        if let before = staying[index] { return change(old[before], new[index], place(index)) }
        return [JSONPatch.Operation(kind: .add, path: place(index), value: new[index])]
      }
  }

  /// The places of the longest rising row of numbers among numbers that do not repeat.
  private static func longestRise(in numbers: [Int]) -> [Int] {
    /// For each length, the place where the row of that length with the lowest end ends.
    var ends: [Int] = []
    /// For each place, the one before it in its row.
    var previous: [Int?] = []
    for (place, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous.append(low == 0 ? nil : ends[low - 1])
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    return Array(
      sequence(state: ends.last) { place -> Int? in
        defer { place = place.flatMap { previous[$0] } }
        return place
      }
    ).reversed()
  }
}
