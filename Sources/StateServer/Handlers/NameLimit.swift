import JSON
import StateProtocol

extension Failure {
  /// The error for a parameter that names something that does not exist.
  ///
  /// The error suggests and lists existing names only if there are few of them. Sorting many names would delay every
  /// client.
  ///
  /// - Parameters:
  ///   - count: The number of existing names.
  ///   - names: The existing names, in unspecified order.
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
  /// Checks that `name`, which a client has chosen, is neither empty nor too long. The length is limited because many
  /// messages may repeat the name.
  func check(_ name: ExactString, at parameter: String) throws(Failure) {
    guard !name.string.isEmpty else {
      throw .invalid(parameter, "must not be empty: omit it to let the server choose a name")
    }
    try checkSize(of: name, "The name", at: JSONPointer(parameter))
  }

  /// Checks that the name and the version of a client are not too long, because lists of sessions repeat them.
  func check(_ client: ClientInfo?) throws(Failure) {
    guard let client else { return }
    let path = JSONPointer(ParameterName.clientInfo)
    try checkSize(of: ExactString(client.name), "The name", at: path.appending("name"))
    if let version = client.version {
      try checkSize(of: ExactString(version), "The version", at: path.appending("version"))
    }
  }

  /// Checks that `name`, a name or an id that a client has chosen, is not too long.
  func checkSize(of name: ExactString, _ subject: String, at path: JSONPointer) throws(Failure) {
    guard name.string.utf8.count > nameSize else { return }
    throw Failure(.invalidParams(path: path), "\(subject) is longer than \(nameSize) bytes.")
  }
}
