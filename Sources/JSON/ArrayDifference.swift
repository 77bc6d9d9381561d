/// The difference between two arrays of identified elements: the elements that keep their order relative to each other,
/// and the elements that are removed or added.
struct ArrayDifference {
  /// The old indices of the elements that keep their relative order, by their new indices.
  private let staying: [Int: Int]

  init(from old: [String], to new: [String]) {
    let oldIndices = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
    let kept = new.indices.compactMap { index in oldIndices[new[index]].map { (new: index, old: $0) } }
    let rising = ArrayDifference.longestRise(in: kept.map(\.old))
    staying = Dictionary(uniqueKeysWithValues: rising.map { (kept[$0].new, kept[$0].old) })
  }

  /// Returns the operations that turn the old elements into the new ones.
  ///
  /// - Parameters:
  ///   - place: Returns the place in the document of the element at an index.
  ///   - change: Returns the operations within an element that stays, given its old value, its new value and its place.
  func steps(
    from old: [JSONValue], to new: [JSONValue], at place: (Int) -> JSONPointer,
    change: (JSONValue, JSONValue, JSONPointer) -> [JSONPatch.Operation]
  ) -> [JSONPatch.Operation] {
    let stayed = Set(staying.values)
    // From the end, so that a removal does not change the indices of the elements that are still to be removed.
    let removals = old.indices.reversed().filter { !stayed.contains($0) }.map { index in
      JSONPatch.Operation(kind: .remove, path: place(index), value: nil)
    }
    return removals
      + new.indices.flatMap { index in
        if let before = staying[index] { return change(old[before], new[index], place(index)) }
        return [JSONPatch.Operation(kind: .add, path: place(index), value: new[index])]
      }
  }

  /// Returns the indices of the longest increasing subsequence. No number occurs twice.
  private static func longestRise(in numbers: [Int]) -> [Int] {
    /// For each length, the index of the smallest number that ends an increasing subsequence of that length.
    var ends: [Int] = []
    /// For each index, the preceding index in its subsequence.
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
