/// The requests that came for one shared session: those under way, and the replies of the last.
///
/// A reply that was sent may have been lost on its way, so that those are kept, too, until there are too many.
@MainActor
struct Receipts {
  /// How many replies are kept.
  private static let maximumCount = 1024
  /// How many bytes they may take, about.
  private static let maximumSize = 64 << 20

  private var receipts: [Receipt.Key: Receipt] = [:]
  /// Those with a reply, oldest first; nil for those that were forgotten.
  private var answered: [Receipt?] = []
  /// Those before were forgotten: forgetting one by one moves no others.
  private var first = 0
  private var size = 0

  /// What is known of a request; nil if it never came, or was forgotten.
  subscript(key: Receipt.Key) -> Receipt? { receipts[key] }

  /// Notes a request that has come.
  mutating func add(_ receipt: Receipt) { receipts[receipt.key] = receipt }

  /// Notes that a reply was given, and forgets the oldest if there are too many.
  mutating func settled(_ receipt: Receipt) {
    answered.append(receipt)
    size += receipt.size
    while answered.count - first > Receipts.maximumCount || size > Receipts.maximumSize { forgetOldest() }
    if first > Receipts.maximumCount {
      answered.removeFirst(first)
      first = 0
    }
  }

  private mutating func forgetOldest() {
    defer { first += 1 }
    guard let oldest = answered[first].take() else { return }
    size -= oldest.size
    receipts[oldest.key] = nil
  }
}
