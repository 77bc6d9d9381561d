import MacroSupport
import SwiftDiagnostics

/// A mistake in the use of `@JSONCodable`.
enum JSONCodableMisuse: String, Misuse {
  case codableOnOther = "@JSONCodable belongs on a struct, or an enum of strings"
  case enumWithoutStrings = "an enum has a JSON form if its raw values are strings: add `: String`"
  case memberWithoutType = "write down the type of this property: the JSON form is made from it"
  case privateWithoutValue = "a private property stays inside: give it a value, or make it visible to be sent"
}

typealias JSONCodableMistake = Mistake<JSONCodableMisuse>
