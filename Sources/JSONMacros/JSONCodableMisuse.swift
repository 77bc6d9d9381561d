import MacroSupport
import SwiftDiagnostics

/// A mistake in the use of `@JSONCodable`.
enum JSONCodableMisuse: String, Misuse {
  case codableOnOther = "@JSONCodable belongs on a struct, an enum or a final class"
  case enumWithoutRawValues =
    "an enum without payloads has a JSON form if its raw values are strings or integers: add `: String`"
  case caseWithoutCodingKey = "CodingKeys names some of the cases: add this one"
  case tuplePattern = "a member has a name of its own: take the tuple apart"
  case insideWithoutValue = "this property is not read from JSON: give it a value, or let front ends see it"
}

typealias JSONCodableMistake = Mistake<JSONCodableMisuse>
