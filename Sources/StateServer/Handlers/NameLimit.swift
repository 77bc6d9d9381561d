import JSON
import StateProtocol

extension Failure {
  /// The failure for a parameter that names what there is not.
  ///
  /// Names are suggested and listed only if they are few: to sort as many as can be open would hold up every client.
  ///
  /// - Parameters:
  ///   - count: How many names there are.
  ///   - names: The names, in no order.
  @MainActor
  static func unknown(
    _ parameter: String, _ name: ExactString, among count: Int, _ reason: String,
    _ names: () -> some Sequence<ExactString>
  ) -> Failure {
    guard count <= UnknownName.maximumCompared else { return .invalid(parameter, reason) }
    return .unknown(parameter, UnknownName(name.string, among: names().map(\.string).sorted()), reason)
  }
}

extension ServerLimits {
  /// Checks a name that a client has chosen: it is not empty, nor too long, for it may come again in many messages.
  func check(_ name: ExactString, at parameter: String) throws(Failure) {
    guard !name.string.isEmpty else {
      throw .invalid(parameter, "must not be empty: leave it out to have a name chosen")
    }
    try checkSize(of: name, "The name", at: JSONPointer(parameter))
  }

  /// Checks that the name and the version of a client are not too long: lists repeat them.
  func check(_ client: ClientInfo?) throws(Failure) {
    guard let client else { return }
    let path = JSONPointer(ParameterName.clientInfo)
    try checkSize(of: ExactString(client.name), "The name", at: path.appending("name"))
    if let version = client.version {
      try checkSize(of: ExactString(version), "The version", at: path.appending("version"))
    }
  }

  /// Checks that a name or an id that a client has chosen is not too long.
  func checkSize(of name: ExactString, _ subject: String, at path: JSONPointer) throws(Failure) {
    guard name.string.utf8.count > nameSize else { return }
    throw Failure(.invalidParams(path: path), "\(subject) is longer than \(nameSize) bytes.")
  }
}
