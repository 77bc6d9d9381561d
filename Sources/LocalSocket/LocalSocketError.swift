#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why a server cannot listen, be started or be reached; ``description`` says it in one line.
public struct LocalSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// - Parameter number: The value of `errno` that says why.
  package init(_ what: String, errno number: Int32) {
    description = "\(what): \(String(cString: strerror(number)))."
  }
}

extension String {
  /// The text for a line of an error: nothing in it ends the line or moves a cursor, and it is not long.
  var shown: String {
    var text = ""
    for scalar in unicodeScalars.prefix(300) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    return unicodeScalars.count > 300 ? text + "…" : text
  }
}
