// These names have their own module, because the compiler plugin cannot import the types of the protocol.

/// The methods of the protocol. Any other method is the name of an action, so an action cannot have one of these names.
package enum RequestMethod: String, CaseIterable, Sendable {
  case initialize, initialized, shutdown, exit
  case discover = "rpc.discover"
  case cancelRequest = "$/cancelRequest"
  case sessionOpen = "session/open"
  case sessionJoin = "session/join"
  case sessionList = "session/list"
  case sessionClose = "session/close"
  case viewOpen = "view/open"
  case viewSet = "view/set"
  case viewGet = "view/get"
  case viewClose = "view/close"

  /// The methods, indexed by the lengths of their names.
  private static let byLength: [[RequestMethod]] = {
    let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0
    return (0...longest).map { length in allCases.filter { $0.rawValue.utf8.count == length } }
  }()

  /// Creates the method with this name, or nil if the name is that of an action.
  ///
  /// The name is compared only with names of the same length. For the name of an action, this takes 70 to 260
  /// instructions. `init(rawValue:)` takes 1,800, which are 5 % of an action.
  package init?(named name: String) {
    let length = name.utf8.count
    guard length < RequestMethod.byLength.count,
      let method = RequestMethod.byLength[length].first(where: { $0.rawValue == name })
    else { return nil }
    self = method
  }
}

/// The members of a call of an action that are not arguments of the action. An argument cannot have one of these names.
package enum CallMember: String, CaseIterable, Sendable {
  /// The name of the view.
  case view
  /// The number of the last commit that the caller has received.
  case ifCommit
}
