import SwiftDiagnostics

/// A mistake in the use of `@JSONCodable`.
enum JSONCodableMisuse: String, Misuse {
  case codableOnOther = "@JSONCodable must be attached to the declaration of a struct, an enum or a final class"
  case enumWithoutRawValues =
    "an enum without payloads has a JSON form if its raw values are strings or integers: add `: String`"
  case caseWithoutCodingKey = "a case that front ends see needs a key: add this case to CodingKeys"
  case tuplePattern = "a tuple pattern cannot be a member: declare each property separately"
  case titleOfSeveralCases = "a title belongs to one case: declare each case separately"
  case titleOfPayload = "only a case of an enum with raw values has a title: remove it"
  case hiddenWithoutValue = "this property is not read from JSON: give it a value, or make it visible to front ends"
  case insideCondition =
    "a JSON form cannot depend on an #if: move the declaration out of the #if, or hide the property"
  case keyTaken = "another member has this name in JSON: give one of them another name"
  case markerTwice = "the property already has this attribute: remove one of them"

  case nameWithoutEffect =
    "@JSONName has no effect here: it must be attached to a stored property of a struct or class marked @JSONCodable"
  case hintWithoutEffect =
    "this hint has no effect here: it must be attached to a property that front ends see, in a view state or JSON form"
  case hiddenWithoutEffect =
    "@Hidden has no effect here: it must be attached to a property or method of a view state or a JSON form"
}

typealias JSONCodableMistake = Mistake<JSONCodableMisuse>
