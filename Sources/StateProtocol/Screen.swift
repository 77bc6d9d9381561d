// A flag is true or missing. A front end ignores members that it does not know. It treats an unknown kind as `json`, an
// unknown format or role as none, and an opening with an unknown event as one that does nothing.

/// The screens of an app, as in `screens.json`.
@JSONCodable @PackageInitializer
package struct ScreensDocument {
  /// The `schemaHash` of the result of `initialize`, and the `x-schemaHash` of the result of `rpc.discover`.
  package let schemaHash: String
  /// The screens, one for each view type, in the order of the app's view types.
  package let screens: [Screen]
}

/// What people see of the views of one type, and what they can do there.
@JSONCodable(omitsNil: true) @PackageInitializer
package struct Screen: Sendable {
  /// The name of the view type.
  package let name: String
  /// The text that people read.
  package let title: String
  /// The letter by which people reach the screen: one of `a` to `z`. It is missing if none is free.
  package var letter: String?
  /// An explanation for people.
  package var description: String?
  /// Whether this is the screen to begin with. It is opened without parameters.
  package var start: Bool?
  /// The parameters of the view.
  package var asks: [ScreenField]?
  /// The value beside the title, which tells one of several views of this type from the others.
  package var subtitle: ScreenSubtitle?
  /// The action to call, without arguments, for each view that this front end has opened.
  package var onAppear: String?
  /// The properties of the view.
  package var parts: [ScreenPart] = []
  /// The fields that people fill in.
  package var form: ScreenForm?
  /// The actions of the view.
  package var actions: [ScreenAction]?
}

/// A property of a view.
@JSONCodable(omitsNil: true)
package struct ScreenPart: Sendable {
  /// The name of the property.
  package let name: String
  /// The text that people read.
  package let title: String
  /// The letter by which people reach an editable part: one of `a` to `z`. It is missing if none is free.
  package var letter: String?
  /// An explanation for people.
  package let description: String?
  /// The kind of the value.
  package let kind: ScreenKind
  /// Whether the value may be null.
  package let nullable: Bool?
  /// The format of a text or a record.
  package let format: ScreenFormat?
  /// The currency of an amount of money.
  package let money: ScreenMoney?
  /// The values of a choice.
  package let choices: [ScreenChoice]?
  /// The members of a record.
  package let members: [ScreenField]?
  /// The columns of rows.
  package let columns: [ScreenField]?
  /// The elements of a list.
  package let of: ScreenElement?
  /// The way in which the part differs from a value that is always shown.
  package var role: ScreenRole?
  /// The part that an error is about.
  package var about: String?
  /// The property with the value at the end of the work. If it is missing, the end of a progress is 1.
  package var total: String?
  /// The action that answers a question. Its arguments are `choice`, the value of the choice, and `question`, the id.
  package var answer: String?
  /// Whether the property can be set.
  package var editable: Bool?
  /// Whether the value must not be shown or stored. Such a property can be set, but not read.
  package var secret: Bool?
  /// The values at which no work is in progress.
  package var busyUnless: [ScreenConstant]?
  /// The action that cancels the work.
  package var cancel: String?
  /// The rows or list that the property filters.
  package var filters: String?
  /// The action that Enter in this field calls.
  package var submits: String?
  /// The view or the file that the part opens.
  package var opens: ScreenOpening?
  /// The column that tells a row from the others.
  package var key: String?
  /// The column that names a row to people.
  package var label: String?
  /// The place to which rows or a list scroll.
  package var scroll: ScreenScroll?

  /// Creates a part that shows a value.
  package init(_ field: ScreenField) {
    (name, title, description) = (field.name, field.title, field.description)
    (kind, nullable, format, money) = (field.kind, field.nullable, field.format, field.money)
    (choices, members, columns, of) = (field.choices, field.members, field.columns, field.of)
    role = field.role
  }
}

/// A parameter, an argument, a column of rows or a member of a record.
@JSONCodable(omitsNil: true) @PackageInitializer
package struct ScreenField: Sendable {
  /// The name of the parameter, argument or member.
  package let name: String
  /// The text that people read.
  package var title: String
  /// An explanation for people.
  package let description: String?
  /// The kind of the value.
  package var kind = ScreenKind.json
  /// Whether the value may be null.
  package var nullable: Bool?
  /// The format of a text or a record.
  package var format: ScreenFormat?
  /// The currency of an amount of money.
  package var money: ScreenMoney?
  /// The values of a choice.
  package var choices: [ScreenChoice]?
  /// The members of a record, which is the value of a part.
  package var members: [ScreenField]?
  /// The columns of rows, which are the value of a part.
  package var columns: [ScreenField]?
  /// The elements of a list.
  package var of: ScreenElement?
  /// Whether a parameter or argument may be missing.
  package var optional: Bool?
  /// Whether the letters of a parameter or argument must not be shown or stored.
  package var secret: Bool?
  /// Whether a required text may be empty. A front end asks again for other required texts that are empty.
  package var mayBeEmpty: Bool?
  /// The part whose rows supply the values of an argument.
  package var from: ScreenSource?
  /// The way in which a column or member differs from a value that is always shown: `hidden` or `flag`.
  package var role: ScreenRole?
  /// The priority of a column, if it is not 0. A narrow table leaves out the columns with the lowest priority first.
  package var priority: Int?
}

/// The property, or the member of a property's record, whose value is beside the title of a screen.
@JSONCodable(omitsNil: true)
package struct ScreenSubtitle: Sendable {
  /// The name of the property.
  package let property: String
  /// The member of the property's record. If it is missing, the property itself is the value.
  package let member: String?
  /// The kind of the value.
  package let kind: ScreenKind
  /// The format of a text or a record.
  package let format: ScreenFormat?
  /// The currency of an amount of money.
  package let money: ScreenMoney?
  /// The values of a choice.
  package let choices: [ScreenChoice]?

  package init(property: String, member: String?, _ field: ScreenField) {
    self.property = property
    self.member = member
    (kind, format, money, choices) = (field.kind, field.format, field.money, field.choices)
  }
}

/// The elements of a list.
@JSONCodable(omitsNil: true)
package struct ScreenElement: Sendable {
  /// The kind of the elements. It is not `rows`, `list` or `record`.
  package let kind: ScreenKind
  /// Whether an element may be null.
  package let nullable: Bool?
  /// The format of texts.
  package let format: ScreenFormat?
  /// The values of choices.
  package let choices: [ScreenChoice]?

  package init(_ field: ScreenField) {
    (kind, nullable, format, choices) = (field.kind, field.nullable, field.format, field.choices)
  }
}

/// The fields of a screen that people fill in before they call an action.
@JSONCodable(omitsNil: true) @PackageInitializer
package struct ScreenForm: Sendable {
  /// The names of the fields, which are parts.
  package let fields: [String]
  /// The action to call after the fields have been set.
  package var calls: String?
  /// The fields whose values are also arguments of the action.
  package var passes: [String]?
}

/// An action of a view.
@JSONCodable(omitsNil: true) @PackageInitializer
package struct ScreenAction: Sendable {
  /// The name of the action.
  package let name: String
  /// The text that people read.
  package let title: String
  /// The letter by which people reach an action that is offered: one of `a` to `z`. It is missing if none is free.
  package var letter: String?
  /// An explanation for people.
  package let description: String?
  /// The arguments.
  package var asks: [ScreenField]?
  /// The rows or list with whose rows the action is offered. The row supplies the only required argument.
  package var rows: String?
  /// The view that opens when a call has ended.
  package var opens: ScreenOpening?
  /// Whether front ends do not offer to cancel a call.
  package var notCancellable: Bool?
  /// Whether front ends do not offer the action.
  package var notOffered: Bool?
  /// Whether the action destroys something.
  package var destructive: Bool?
  /// The question that a person has to confirm before the action is called.
  package var confirm: String?
  /// The boolean property that is false while a call has no effect. Front ends dim the action but do not block it.
  package var enabledBy: String?
}

/// The view that a part or an action opens, or the file that a part opens.
@JSONCodable(omitsNil: true) @PackageInitializer
package struct ScreenOpening: Sendable {
  /// The event at which a part opens the view. It is missing in an action, which opens the view when a call has ended.
  package let on: ScreenEvent?
  /// The name of the view type. It is missing if a file is opened.
  package var view: String?
  /// The part, or the column of its rows, with the place in a file to open.
  package var file: String?
  /// The name of the source of each parameter that is passed.
  package var params: [String: String]?
  /// The parameters without which the view cannot be opened.
  package var requires: [String]?
  /// Whether a person who comes back resets the property: to false on `true`, to null on `value`.
  package var resets: Bool?
}

/// The place to which rows or a list scroll.
@JSONCodable(omitsNil: true) @PackageInitializer
package struct ScreenScroll: Sendable {
  /// The end from which the rows are read: `end`.
  @JSONName("from") package let start: ScreenEnd
  /// The property with the row to scroll to.
  package var target: String?
  /// The column that is compared with the target.
  package var member: String?
  /// Whether the target is set to null after scrolling.
  package var resets: Bool?
}

/// The part whose rows supply the values of an argument.
@JSONCodable(omitsNil: true) @PackageInitializer
package struct ScreenSource: Sendable {
  /// The name of the part.
  package let property: String
  /// The column with the values. If it is missing, the elements are the values.
  package let member: String?
}

/// A value of a choice.
@JSONCodable @PackageInitializer
package struct ScreenChoice: Sendable {
  /// The value.
  package let value: ScreenConstant
  /// The text that people read.
  package let title: String
}

/// The currency of an amount of money.
@JSONCodable(omitsNil: true) @PackageInitializer
package struct ScreenMoney: Sendable {
  /// The ISO 4217 code.
  package let currency: String
  /// The symbol to write before the amount. If it is missing, the code is written after the amount.
  package let symbol: String?
  /// The number of decimals.
  package let digits: Int
}

/// The kind of a value.
@JSONCodable
package enum ScreenKind: String, Sendable {
  case text, integer, number
  /// A boolean.
  case `switch`
  /// One of several constants.
  case choice
  /// An object with known members.
  case record
  /// An array of records.
  case rows
  /// An array of other values.
  case list
  /// Any other value.
  case json
}

/// The format of a text or a record.
@JSONCodable
package enum ScreenFormat: String, Sendable {
  /// A text that may have several lines.
  case longText
  /// A text that grows at its end, like a log.
  case stream
  /// A time in the format of RFC 3339, unless somebody entered another text.
  case time
  /// An absolute URL, unless somebody entered another text.
  case url
  /// A place in a file: a record with a path, and perhaps a line and a column.
  case file
}

/// The way in which a value differs from one that is always shown.
@JSONCodable
package enum ScreenRole: String, Sendable {
  /// The value is state for the logic of front ends. People never see it.
  case hidden
  /// Only the title of the switch is shown, while it is true.
  case flag
  /// The value is the text of an error, unless it is null or empty.
  case error
  /// The value is a message of success, which is shown once when it changes.
  case notice
  /// The number says how much of some work is done.
  case progress
  /// The record is a question that people answer.
  case question
}

/// The event at which a part opens a view.
@JSONCodable
package enum ScreenEvent: String, Sendable {
  /// A person chooses a row.
  case row
  /// A person chooses the record.
  case record
  /// The switch becomes true.
  case `true`
  /// The value changes to one other than null.
  case value
}

/// The end from which rows are read.
@JSONCodable
package enum ScreenEnd: String, Sendable {
  case end
}

/// A constant of an app.
package enum ScreenConstant: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case string(String)
}

extension ScreenConstant: JSONCodable {
  package static var jsonSchema: JSONSchema { .anyOf([.null, .boolean, .integer, .string]) }

  package init(json: JSONValue) throws(JSONDecodingError) {
    self =
      switch json.kind {
      case .null: .null
      case .boolean: .boolean(try Bool(json: json))
      case .integer: .integer(try Int64(json: json))
      default: .string(try String(json: json))
      }
  }

  package func encode(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.writeNull()
    case .boolean(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    case .string(let value): writer.write(value)
    }
  }
}
