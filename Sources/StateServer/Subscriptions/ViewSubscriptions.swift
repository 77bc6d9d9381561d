/// The subscriptions to one view. Most views are shown by one connection, so an array is used only for several
/// subscriptions.
enum ViewSubscriptions {
  case none
  case one(Subscription)
  case several([Subscription])

  /// The subscriptions, in unspecified order.
  var all: [Subscription] {
    switch self {
    case .none: []
    case .one(let subscription): [subscription]
    case .several(let subscriptions): subscriptions
    }
  }

  var isEmpty: Bool { if case .none = self { true } else { false } }

  var count: Int {
    switch self {
    case .none: 0
    case .one: 1
    case .several(let subscriptions): subscriptions.count
    }
  }

  /// Adds a subscription.
  mutating func append(_ subscription: Subscription) {
    switch self {
    case .none: self = .one(subscription)
    case .one(let first): self = .several([first, subscription])
    case .several(var subscriptions):
      // Moves the array out of `self`, so that it is not copied.
      self = .none
      subscriptions.append(subscription)
      self = .several(subscriptions)
    }
  }

  /// Removes a subscription.
  mutating func remove(_ subscription: Subscription) {
    switch self {
    case .none: break
    case .one(let only): if only === subscription { self = .none }
    case .several(var subscriptions):
      self = .none
      if let index = subscriptions.firstIndex(where: { $0 === subscription }) {
        subscriptions.swapAt(index, subscriptions.count - 1)
        subscriptions.removeLast()
      }
      if !subscriptions.isEmpty { self = .several(subscriptions) }
    }
  }
}
