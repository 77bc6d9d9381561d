import MacroSupport
import SwiftDiagnostics

/// A mistake in the use of `@JSONCodable`.
enum JSONCodableMisuse: String, Misuse {
  case codableOnOther = "@JSONCodable must be attached to a struct, an enum or a final class"
  case enumWithoutRawValues =
    "an enum without payloads has a JSON form if its raw values are strings or integers: add `: String`"
  case caseWithoutCodingKey = "a case that front ends see needs a key: add this case to CodingKeys"
  case tuplePattern = "a tuple pattern cannot be a member: declare each property separately"
  case titleOfSeveralCases = "a title belongs to one case: declare each case separately"
  case titleOfPayload = "only a case of an enum with raw values has a title: remove it"
  case insideWithoutValue = "this property is not read from JSON: give it a value, or make it visible to front ends"
}

typealias JSONCodableMistake = Mistake<JSONCodableMisuse>
