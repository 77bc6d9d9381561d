/// The search for the name that is most similar to a given one.
enum Spelling {
  /// The maximum size of a compared name in bytes, and the maximum number of compared names. All clients would have to
  /// wait for further comparisons.
  private static let maximumLength = 64
  private static let maximumCount = 200

  /// Returns the most similar name: the first, if several are equally similar. Returns nil if no name is similar
  /// enough.
  ///
  /// Each letter that is inserted, deleted, replaced or exchanged with its neighbour counts as one difference. Upper
  /// and lower case are the same; of equally similar names, the one with a more similar number of capitals is preferred.
  /// One difference is allowed for every three letters of `name`, and one if it has two letters.
  static func closest(to name: String, among names: [String]) -> String? {
    guard name.utf8.count <= maximumLength else { return nil }
    let letters = letters(of: name)
    var limit = letters.count > 1 ? max(1, letters.count / 3) : 0
    var closest: String?
    for other in names.prefix(maximumCount) where other.utf8.count <= maximumLength && !other.isEmpty {
      let others = Spelling.letters(of: other)
      guard abs(others.count - letters.count) <= limit else { continue }
      guard let distance = distance(letters, others, limit: limit) else { continue }
      if let closest, distance == limit, capitals(name, closest) <= capitals(name, other) { continue }
      (closest, limit) = (other, distance)
    }
    return closest
  }

  /// The difference between the numbers of capitals.
  private static func capitals(_ left: String, _ right: String) -> Int {
    abs(left.count(where: \.isUppercase) - right.count(where: \.isUppercase))
  }

  private static func letters(of name: String) -> [Unicode.Scalar] { Array(name.lowercased().unicodeScalars) }

  /// Returns the number of differences between two names (the optimal string alignment distance). Returns nil if it
  /// exceeds the limit.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int? {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var least = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      // An exchange of letters in the next row continues from `last`, so both rows are checked.
      if let least = (last + current).min(), least > limit { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
