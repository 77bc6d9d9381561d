/// Marks a property that indicates work in progress. Work is in progress while the property is true, is an integer
/// other than 0, or is not nil.
///
/// - Parameters:
///   - values: For an enum of strings, the values that indicate work in progress, as in `@Busy(when: "loggingIn")`.
///   - action: The name of the action that cancels this work, for work that begins by itself. The action must not
///     require arguments. A front end calls it when its user cancels and no call of the user is in progress.
@attached(peer)
public macro Busy(when values: String..., cancelledBy action: String? = nil) =
  #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Marks a property that contains an error message, or nil if there is no error.
///
/// ```swift
/// @Submits("start") var file = ""
/// @ErrorMessage(for: "file") private(set) var fileError: String?
/// ```
///
/// - Parameter property: The name of the property in the same view state to which the error belongs. Front ends show
///   the message there.
@attached(peer)
public macro ErrorMessage(for property: String? = nil) =
  #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Marks a property of the type `String?` that contains a message of success.
///
/// When the property changes to a text, each front end shows the text once, as a message that goes by itself. It then
/// sets the property to nil, if it can set it, so that the same message can be shown again:
///
/// ```swift
/// @Notice var notice: String?
/// ```
///
/// A text that a view already has when it is opened is not shown.
@attached(peer)
public macro Notice() = #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Marks a number that says how much of some work is done, from 0 to 1 or to the value of another property. Front ends
/// show it as a bar with the percentage.
///
/// ```swift
/// @Progress(of: "lineCount") @Busy(cancelledBy: "stop")
/// var linesRead: Int? { importing.isRunning ? lineNumber : nil }
/// private(set) var lineCount: Int?
/// ```
///
/// If the property is optional, the bar is shown while the value is not nil, and work is then in progress. To let people
/// cancel this work, also mark the property with ``Busy(when:cancelledBy:)``.
///
/// - Parameter total: The name of the property with the value at the end of the work. While that property is nil or not
///   greater than 0, the progress is unknown: front ends show that there is work, but no percentage.
@attached(peer)
public macro Progress(of total: String? = nil) = #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Marks a property of the type ``Question```?` that front ends cannot set. While it is not nil, front ends ask the
/// question. A view state can have one such property.
///
/// ```swift
/// @Answered(by: "answer") private(set) var question: Question?
/// ```
///
/// This is an action that answers it:
///
/// ```swift
/// @Action func answer(_ choice: String, question id: String) {
///   question = nil
///   if choice == "remove" { problems = [] }
/// }
/// ```
///
/// The arguments of the action have these names: `choice`, the value of the choice, and `question`, the id of the
/// question. A debug build stops at the start if they have others. Front ends do not offer the action otherwise. The
/// server calls it only with a value of one of the choices, and only while the property has the question with this id:
/// it refuses other answers. Set the property to nil, or to the next question, before the action first waits. Until
/// then, a second answer is accepted, too.
///
/// - Parameter action: The name of the action in the same view state.
@attached(peer)
public macro Answered(by action: String) = #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Marks a property that filters an array. A front end sets the property while its user types.
///
/// - Parameter property: The name of the array property in the same view state.
@attached(peer)
public macro Filters(_ property: String) = #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Marks the property whose value distinguishes a view from other views of its type. Front ends show the value
/// next to the title of the view. Only one property of a view state can be the subtitle.
///
/// - Parameter member: For a property with a `@JSONCodable` struct, the member that is shown.
@attached(peer)
public macro Subtitle(member: String? = nil) = #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Names the action that Enter in this field calls, after the front end has set the property to the entered text. The
/// property must be a text, and the action must not require arguments. To empty the field for the next text, set the
/// property before the action first waits:
///
/// ```swift
/// @Submits("send") var draft = ""
/// @Action func send() async {
///   let text = draft
///   draft = ""
/// ```
@attached(peer)
public macro Submits(_ action: String) = #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Marks an array that is read from its end, such as the messages of a chat. Front ends show its last rows first, and
/// follow the rows that are added while the last row is in sight.
@attached(peer)
public macro ScrollsFromEnd() = #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Marks an array that is read from its end, and from which another property selects a row to scroll to.
///
/// While `target` is not nil, front ends scroll to the row whose `member` equals it. They then set the property to nil,
/// if they can set it.
///
/// - Parameters:
///   - target: The name of a property in the same view state.
///   - member: The member of the rows that is compared with it.
@attached(peer)
public macro ScrollsFromEnd(target: String, member: String) =
  #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Names the view type that a property leads to.
///
/// Front ends open a view of that type
///
/// - for a `Bool`, when the property becomes true,
/// - for an array or a struct, when the user chooses a row,
/// - for any other property, when it changes to a value other than nil.
///
/// ```swift
/// @Opens("staff") var showsStaff = false
/// ```
///
/// For an action that leads to a view, use the hint ``ActionHint/opens(_:with:)``.
///
/// - Parameters:
///   - type: The view type.
///   - parameters: The source of each parameter of the opened view, keyed by the parameter's name. If the marked
///     property is an array or a struct, the source is a member of the row. Otherwise, it is a property of this view
///     state. The source must not be a secret.
@attached(peer)
public macro Opens(_ type: String, with parameters: KeyValuePairs<String, String> = [:]) =
  #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")

/// Marks a property that leads to a place in a file.
///
/// A property of the type ``FileLocation`` or `FileLocation?` opens its file when people choose the value. Editors also
/// open the file when the value changes during a call of their user, and offer to open it when it changes at another
/// time. They then set the property to nil, if it is optional and they can set it:
///
/// ```swift
/// @OpensFile var shown: FileLocation?
/// ```
///
/// For an array of records, name the member that is a ``FileLocation``. A row opens its file when people choose the row:
///
/// ```swift
/// @OpensFile(member: "place") private(set) var problems: [ImportProblem] = []
/// ```
///
/// A front end that cannot open files shows the path, the line and the column.
///
/// - Parameter member: The member of the rows.
@attached(peer)
public macro OpensFile(member: String? = nil) = #externalMacro(module: "SVVSMacros", type: "ViewStateMarkerMacro")
