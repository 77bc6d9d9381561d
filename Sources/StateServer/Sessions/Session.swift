import StateProtocol

/// What some views have in common: the stores that the app makes for a session.
///
/// A session belongs to one connection and ends with it, unless it is shared.
@MainActor
final class Session {
  let name: ExactString
  /// Who else is in the session; nil for one that belongs to one connection.
  let sharing: Sharing?

  /// Counts the subscriptions to the views of the session, among others.
  let subscriptionCount: SubscriptionCount

  private let stores: HostedSession

  /// A session with the stores that the app has made for it.
  init(_ name: ExactString, stores: HostedSession, sharing: Sharing? = nil, counting subscriptions: SubscriptionCount) {
    self.name = name
    self.sharing = sharing
    self.stores = stores
    subscriptionCount = subscriptions
  }

  /// The view type of a name, whose views belong to this session.
  func type(_ name: String) -> HostedViewType { stores.type(name) }
}
