import JSON
import SVVS
import StateProtocol
import Testing

@testable import StateServer

@JSONCodable
struct HintedRow {
  let id: Int
  var note: String?
}

@JSONCodable
enum HintedPhase: String {
  case idle, loading
}

@JSONCodable
struct MispricedRow {
  @Format(.money("JPY")) let price: String
}

/// Wrong hints that the compiler accepts. The app reports each in one sentence when it starts.
@MainActor
struct ScreenBuilderTests {
  private typealias Property = _ViewProperty
  private typealias Action = _ViewAction

  /// The mistake in a view type `page` with a property or action, beside `rows`, `texts` and a view type `row`.
  private func mistake(
    _ property: Property? = nil, _ action: Action? = nil, hints: _ViewHints = _ViewHints(),
    parameters: [JSONSchema.Member] = []
  ) -> String? {
    mistake([property].compactMap(\.self), action, hints: hints, parameters: parameters)
  }

  private func mistake(
    _ properties: [Property], _ action: Action? = nil, hints: _ViewHints = _ViewHints(),
    parameters: [JSONSchema.Member] = []
  ) -> String? {
    let rows = Property.readOnly("rows") { _ in [HintedRow]() }
    let texts = Property.readOnly("texts") { _ in [String]() }
    let page = _ViewInterface(
      type: "page", hints: hints, properties: [rows, texts] + properties,
      actions: [action].compactMap(\.self))
    let row = _ViewInterface(type: "row", properties: [], actions: [])
    do {
      _ = try AppSchema(
        of: [
          page.description(parameters: parameters),
          row.description(parameters: [JSONSchema.Member("id", Int.self), JSONSchema.Member("note", String?.self)]),
        ], info: ServerInfo(name: "Test", version: "1"))
      return nil
    } catch {
      return error.description
    }
  }

  /// Whether the sentence states the place, the reason and perhaps a remedy. With a nil reason, there is no mistake.
  private func isMistake(_ sentence: String?, at place: String, _ reason: String?) -> Bool {
    guard let reason, let sentence else { return reason == nil && sentence == nil }
    return sentence.contains(" of the \(place) of the view type page is wrong: \(reason)")
  }

  @Test(
    arguments: [
      ([.busy(when: [])], nil),
      (
        [.busy(when: ["idle"])],
        "only an enumeration has values at which work is in progress: remove them"
      ),
      ([.errorMessage()], "an error message must be a readable string, which may be null"),
      ([.filters("rows")], nil),
      ([.value(.format(.money("JPY")))], nil),
      ([.value(.format(.money("yen")))], "yen is not a currency code of ISO 4217, such as JPY"),
      ([.value(.format(.longText))], "only a text can have this format"),
      ([.value(.shown(.never))], nil),
      ([.value(.shown(.whenTrue))], "only a boolean can be shown when it is true"),
      ([.value(.priority(1))], "only a member of a record has a priority"),
      ([.subtitle()], nil),
      ([.subtitle(member: "name")], "value has no member name"),
      ([.submits("act")], "what people enter is sent as a message: mark a text that can be set"),
      ([.busy(when: [], cancelledBy: "stop")], "there is no action stop"),
      ([.scrollsFromEnd()], "value is not an array"),
      ([.filters("value")], "value is not an array"),
      ([.filters("none")], "there is no property none"),
      ([.opens(_Destination("none"))], "there is no view type none to open"),
      ([.opens(_Destination("row"))], "the view type row requires the parameter id"),
      ([.opens(_Destination("row", with: ["id": "value"]))], nil),
      (
        [.opens(_Destination("row", with: ["id": "texts"]))],
        "texts has another type than the parameter id of the view type row"
      ),
      (
        [.opens(_Destination("row", with: ["id": "value", "key": "value"]))],
        "the view type row has no parameter key"
      ),
      (
        [.opens(_Destination("row", with: ["id": "value", "id": "value"]))],
        "the parameter id is named twice"
      ),
    ] as [([_PropertyHint], String?)])
  func aHintAboutASettableNumberHolds(hints: [_PropertyHint], reason: String?) {
    let property = Property.readWrite("value", hints: hints, get: { _ in 1 }, set: { _, _ in })
    #expect(isMistake(mistake(property), at: "property value", reason))
  }

  @Test(
    arguments: [
      (.scrollsFromEnd(), nil), (.scrollsFromEnd(target: "target", member: "id"), nil),
      (.scrollsFromEnd(target: "target", member: "note"), "target has another type than found[].note"),
      (.scrollsFromEnd(target: "target", member: "key"), "found has no member key"),
      (.scrollsFromEnd(target: "texts", member: "id"), "texts has another type than found[].id"),
      (.scrollsFromEnd(target: "none", member: "id"), "there is no property none"),
      (.subtitle(member: "id"), "a subtitle must be a text or a number"),
      (.subtitle(), "a subtitle must be a text or a number"),
      (.submits("act"), "what people enter is sent as a message: mark a text that can be set"),
    ] as [(_PropertyHint, String?)])
  func aHintAboutAnArrayHolds(hint: _PropertyHint, reason: String?) {
    let found = Property.readOnly("found", hints: [hint]) { _ in [HintedRow]() }
    let target = Property.readWrite("target", get: { _ in nil as Int? }, set: { _, _ in })
    #expect(isMistake(mistake([found, target]), at: "property found", reason))
  }

  @Test func anActionThatIsCalledWithoutArgumentsRequiresNone() {
    let act = Action("act", arguments: [_Argument("id", Int.self)]) { _, _ in .synchronous {} }
    let draft = Property.readWrite("draft", hints: [.submits("act")], get: { _ in "" }, set: { _, _ in })
    #expect(mistake(draft, act)?.contains("act is called on Enter, but requires the argument id") == true)
    let busy = Property.readOnly("busy", hints: [.busy(when: [], cancelledBy: "act")]) { _ in true }
    #expect(mistake(busy, act)?.contains("act is called to cancel work, but requires the argument id") == true)
  }

  @Test func onlyOnePropertyIsTheSubtitle() {
    let names = ["a", "b"].map { Property.readOnly($0, hints: [.subtitle()]) { _ in "" } }
    #expect(
      mistake(names)
        == "The @Subtitle of the property b of the view type page is wrong: a and b are both marked @Subtitle, but a "
        + "view has only one subtitle: mark only one.")
    let secret = Property.writeOnly("secret", hints: [.subtitle()]) { (_, _: String) in }
    #expect(mistake(secret)?.contains("it is the subtitle, but is write-only") == true)
  }

  @Test func aHintAboutAMemberOrAParameterHolds() {
    let priced = Property.readOnly("priced") { _ in MispricedRow(price: "1") }
    #expect(
      mistake(priced)
        == "The @Format of the member price of the type MispricedRow is wrong: only a number can be an amount of money."
    )
    let parameter = JSONSchema.Member("id", Int.self, hints: [.format(.url)])
    #expect(
      mistake(parameters: [parameter])
        == "The @Format of the parameter id of the view type page is wrong: only a text can have this format.")
  }

  @Test(
    arguments: [
      (["loading"], nil), ([], "name the values of HintedPhase at which work is in progress"),
      (["saving"], "saving is not a value of HintedPhase"),
    ] as [([String], String?)])
  func anEnumerationSaysAtWhichValuesWorkIsUnderWay(values: [String], reason: String?) {
    let hints: [_PropertyHint] = [.busy(when: values)]
    let property = Property.readOnly("phase", hints: hints) { _ in HintedPhase.idle }
    #expect(mistake(property)?.contains(reason ?? "") == (reason == nil ? nil : true))
  }

  @Test(
    arguments: [
      (_Destination("row", with: ["id": "id", "note": "note"]), nil),
      (_Destination("row", with: ["id": "rows"]), "there is no rows with the value of id"),
      (
        _Destination("row", with: ["id": "note"]),
        "note has another type than the parameter id of the view type row"
      ),
    ] as [(_Destination, String?)])
  func aRowLeadsOnByItsMembers(destination: _Destination, reason: String?) {
    let hints: [_PropertyHint] = [.opens(destination)]
    let property = Property.readOnly("found", hints: hints) { _ in [HintedRow]() }
    #expect(isMistake(mistake(property), at: "property found", reason))
  }

  @Test func unreadableOrUnsettablePropertiesHaveNoSuchHint() {
    let secret = Property.writeOnly("secret", hints: [.errorMessage()]) { (_, _: String) in }
    #expect(mistake(secret)?.contains("an error message must be a readable string") == true)
    let fixed = Property.readOnly("fixed", hints: [.filters("rows")]) { _ in "" }
    #expect(mistake(fixed)?.contains("it filters, but cannot be set") == true)
    let hidden = Property.writeOnly("hidden", hints: [.opens(_Destination("row"))]) { (_, _: Bool) in }
    #expect(mistake(hidden)?.contains("it opens a view, but is write-only") == true)
    let text = Property.readOnly("text", hints: [.busy(when: [])]) { _ in "" }
    #expect(mistake(text)?.contains("it must be a boolean") == true)
    let perhaps = Property.readOnly("perhaps", hints: [.busy(when: [])]) { _ in "" as String? }
    #expect(mistake(perhaps) == nil)
  }

  @Test(
    arguments: [
      (ActionHint.argument("id", from: "rows", member: "id"), nil),
      (ActionHint.argument("id", from: "rows", member: "key"), "there is no rows[].key"),
      (ActionHint.argument("id", from: "rows", member: "note"), "rows[].note has another type"),
      (ActionHint.argument("id", from: "rows"), "rows[] has another type"),
      (ActionHint.argument("id", from: "texts"), "texts[] has another type"),
      (ActionHint.argument("id", from: "texts", member: "id"), "there is no texts[].id"),
    ] as [(ActionHint, String?)])
  func anArgumentIsTakenFromWhatHasItsType(hint: ActionHint, reason: String?) {
    let action = Action(
      "choose", hints: [hint], arguments: [_Argument("id", Int.self)]
    ) { _, _ in .synchronous {} }
    #expect(isMistake(mistake(nil, action), at: "argument id of the action choose", reason))
  }

  @Test func anActionLeadsOnByItsArgumentsAndTheProperties() {
    func action(_ hint: ActionHint) -> Action {
      Action("go", hints: [hint], arguments: [_Argument("id", Int.self)]) { _, _ in
        .synchronous {}
      }
    }
    #expect(mistake(nil, action(.opens("row", with: ["id": "id"]))) == nil)
    #expect(mistake(nil, action(.opens("row", with: ["id": "rows"])))?.contains("has another type") == true)
    #expect(mistake(nil, action(.opens("row")))?.contains("requires the parameter id") == true)
  }

  @Test func aSecretIsNotAParameter() {
    let property = Property.writeOnly("code") { (_, _: Int) in }
    let way = Action("go", hints: [.opens("row", with: ["id": "code"])]) { _, _ in .synchronous {} }
    #expect(mistake(property, way)?.contains("code is write-only and cannot be a parameter") == true)
    let hints: [ActionHint] = [.opens("row", with: ["id": "code"]), .argument("code", isWriteOnly: true)]
    let secret = Action("go", hints: hints, arguments: [_Argument("code", Int.self)]) { _, _ in
      .synchronous {}
    }
    #expect(mistake(nil, secret)?.contains("code is write-only and cannot be a parameter") == true)
  }

  @Test func unknownNamesAreFoundWithoutTheMacroToo() {
    let needy = Action("load", hints: [.onAppear], arguments: [_Argument("id", Int.self)]) { _, _ in .synchronous {} }
    #expect(
      mistake(nil, needy)?
        .contains("load is called on appearance, but requires the argument id") == true)
    let hinted = Action("load", hints: [.argument("key")]) { _, _ in .synchronous {} }
    #expect(mistake(nil, hinted)?.contains("it has no argument key") == true)
    let secret = Property.writeOnly("secret", hints: [.busy(when: [])]) { (_, _: Bool) in }
    #expect(mistake(secret)?.contains("but is write-only") == true)
  }

  @Test(
    arguments: [
      ([.offered], ".offered", "an action without .onAppear is offered anyway: remove .offered"),
      ([.onAppear, .notOffered], ".notOffered", "an action with .onAppear is not offered anyway: remove .notOffered"),
      (
        [.onAppear, .destructive], ".destructive",
        "it is not confirmed when a view appears: remove .destructive, or add .offered"
      ),
      (
        [.confirms("Sure?"), .onAppear], ".confirms",
        "it is not confirmed when a view appears: remove .confirms, or add .offered"
      ),
      ([.confirms("")], ".confirms", "the question is empty: write what people confirm"),
      ([.enabled(when: "none")], ".enabled", "there is no property none: name a property of the view state"),
      ([.enabled(when: "texts")], ".enabled", "texts must be a readable boolean that is never null"),
      ([.enabled(when: "perhaps")], ".enabled", "perhaps must be a readable boolean that is never null"),
      ([.enabled(when: "secret")], ".enabled", "secret must be a readable boolean that is never null"),
      ([.opens("none")], ".opens", "there is no view type none to open: name a view type of the app"),
    ] as [([ActionHint], String, String)])
  func aWrongMarkOfAnActionIsReportedWithItsPlaceAndARemedy(marks: [ActionHint], mark: String, reason: String) {
    let properties: [Property] = [
      .readOnly("perhaps") { _ in Bool?.none }, .writeOnly("secret") { (_, _: Bool) in },
    ]
    let action = Action("go", hints: marks) { _, _ in .synchronous {} }
    #expect(mistake(properties, action) == "The \(mark) of the action go of the view type page is wrong: \(reason).")
  }

  // MARK: - Roles

  @Test(
    arguments: [
      (.errorMessage(for: "texts"), nil), (.errorMessage(for: "secret"), nil),
      (.errorMessage(for: "none"), "there is no property none: name a property of the view state"),
      (
        .errorMessage(for: "hidden"),
        "people do not see the value of hidden: name a property that they see, or none"
      ),
      (.errorMessage(for: "other"), "people do not see the value of other: name a property that they see, or none"),
      (.errorMessage(for: "value"), "people do not see the value of value: name a property that they see, or none"),
    ] as [(_PropertyHint, String?)])
  func anErrorIsAboutAPropertyThatPeopleSee(hint: _PropertyHint, reason: String?) {
    let properties: [Property] = [
      .readOnly("value", hints: [hint]) { _ in String?.none },
      .readOnly("hidden", hints: [.value(.shown(.never))]) { _ in "" }, .writeOnly("secret") { (_, _: String) in },
      .readOnly("other", hints: [.errorMessage()]) { _ in "" },
    ]
    #expect(
      mistake(properties)
        == reason.map { "The @ErrorMessage of the property value of the view type page is wrong: \($0)." })
  }

  @Test func aNoticeIsATextThatMayBeNull() {
    let reason = "a message of success must be a readable string that may be null: declare a String?"
    #expect(mistake(.readOnly("value", hints: [.notice]) { _ in String?.none }) == nil)
    for property in [
      Property.readOnly("value", hints: [.notice]) { _ in "" }, .readOnly("value", hints: [.notice]) { _ in Int?.none },
      .writeOnly("value", hints: [.notice]) { (_, _: String?) in },
    ] {
      #expect(isMistake(mistake(property), at: "property value", reason))
    }
  }

  @Test func aProgressAndItsTotalAreNumbers() {
    let size = Property.readOnly("size") { _ in Double?.none }
    func value(of total: String?) -> Property { .readOnly("value", hints: [.progress(of: total)]) { _ in 0 } }
    for total in [nil, "size"] { #expect(mistake([size, value(of: total)]) == nil) }
    for total in ["texts", "value"] {
      let reason = "\(total) is not another number that can be read: name the end of the work, or none"
      #expect(isMistake(mistake(value(of: total)), at: "property value", reason))
    }
    #expect(isMistake(mistake(value(of: "none")), at: "property value", "there is no property none"))
    for property in [
      Property.readOnly("value", hints: [.progress()]) { _ in "" },
      .writeOnly("value", hints: [.progress()]) { (_, _: Int) in },
    ] {
      let reason = "it shows progress, but is not a number that can be read: mark a number"
      #expect(isMistake(mistake(property), at: "property value", reason))
    }
  }

  @Test func aQuestionIsAnsweredByAnActionWithItsChoiceAndItsID() {
    func answer(_ hints: [ActionHint] = [], _ arguments: _Argument...) -> Action {
      Action("answer", hints: hints, arguments: arguments) { _, _ in .synchronous {} }
    }
    func question(_ name: String = "value") -> Property {
      .readOnly(name, hints: [.answered(by: "answer")]) { _ in Question?.none }
    }
    let (choice, id) = (_Argument("choice", String.self), _Argument("question", String.self))
    let right = answer([], choice, id)
    #expect(mistake(question(), right) == nil)
    #expect(
      mistake([question(), question("other")], right)
        == "The @Answered of the property other of the view type page is wrong: value is already a question: mark only "
        + "one, and ask one after the other.")
    #expect(isMistake(mistake(question()), at: "property value", "there is no action answer"))
    for wrong in [
      answer(), answer([], choice), answer([], choice, id, _Argument("more", String?.self)),
      answer([], choice, _Argument("question", Int.self)), answer([], choice, _Argument("question", String?.self)),
      answer([], choice, _Argument("to", String.self)), answer([], id, choice),
    ] {
      let reason = "answer answers a question: declare it as answer(_ choice: String, question id: String)"
      #expect(isMistake(mistake(question(), wrong), at: "property value", reason))
    }
    for property in [
      Property.readWrite("value", hints: [.answered(by: "answer")], get: { _ in Question?.none }, set: { _, _ in }),
      .readOnly("value", hints: [.answered(by: "answer")]) { _ in Question(id: "", title: "", choices: []) },
      .readOnly("value", hints: [.answered(by: "answer")]) { _ in "" },
    ] {
      let reason = "a question must be a Question? that front ends cannot set: declare private(set)"
      #expect(isMistake(mistake(property, right), at: "property value", reason))
    }
    for (hint, mark) in [
      (ActionHint.offered, ".offered"), (.notOffered, ".notOffered"), (.destructive, ".destructive"),
      (.confirms("Sure?"), ".confirms"), (.enabled(when: "is"), ".enabled"),
    ] {
      #expect(
        mistake(question(), answer([hint], choice, id))
          == "The \(mark) of the action answer of the view type page is wrong: the action only answers a question: "
          + "remove \(mark).")
    }
  }

  @Test func aNoticeOrAProgressDoesNothingElse() {
    let reason = "a message of success, a progress or a question neither submits nor opens a view"
    let act = Action("act") { _, _ in .synchronous {} }
    let text = Property.readOnly("text") { _ in "" as String? }
    let note = { (hints: [_PropertyHint]) in
      Property.readWrite("value", hints: hints, get: { _ in "" as String? }, set: { _, _ in })
    }
    let number = { (hints: [_PropertyHint]) in
      Property.readWrite("value", hints: hints, get: { _ in 1 }, set: { _, _ in })
    }
    let opens = _PropertyHint.opens(_Destination("row", with: ["id": "value", "note": "text"]))
    for (property, role, hint) in [
      (note, .notice, .submits("act")), (number, .progress(), opens),
    ] as [(([_PropertyHint]) -> Property, _PropertyHint, _PropertyHint)] {
      for hints in [[role, hint], [hint, role]] {
        #expect(isMistake(mistake([property(hints), text], act), at: "property value", reason))
      }
      #expect(mistake([property([hint]), text], act) == nil)
    }
  }

  @Test func onlyAPlaceInAFileOpensAFile() {
    let place = FileLocation(path: "/")
    let one = "it is not a FileLocation: mark a property of this type, or name a member of an array's records"
    let cases: [(Property, String?)] = [
      (.readOnly("value", hints: [.opensFile()]) { _ in place }, nil),
      (.readOnly("value", hints: [.opensFile()]) { _ in "/" }, one),
      (.readOnly("value", hints: [.opensFile()]) { _ in [place] }, one),
      (.writeOnly("value", hints: [.opensFile()]) { (_, _: FileLocation) in }, one),
      (.readOnly("value", hints: [.opensFile(member: "place")]) { _ in [ScreenProblem]() }, nil),
      (
        .readOnly("value", hints: [.opensFile(member: "text")]) { _ in [ScreenProblem]() },
        "value[].text is not a FileLocation: name a member of this type"
      ),
      (.readOnly("value", hints: [.opensFile(member: "none")]) { _ in [ScreenProblem]() }, "value has no member none"),
      (
        .readOnly("value", hints: [.opensFile(member: "place")]) { _ in ScreenProblem?.none },
        "value is not an array: name an array"
      ),
      (
        .readOnly("value", hints: [.opens(_Destination("page")), .opensFile(member: "place")]) { _ in [ScreenProblem]()
        },
        "it opens a view, and cannot open a file as well: remove one of the hints"
      ),
    ]
    for (property, reason) in cases { #expect(isMistake(mistake(property), at: "property value", reason)) }
  }

  @Test func onlyARequiredTextMayBeEmpty() {
    for (argument, isRight) in [
      (_Argument("a", String.self), true), (_Argument("a", String?.self), false),
      (_Argument("a", Int.self), false),
    ] {
      let action = Action("go", hints: [.argument("a", mayBeEmpty: true)], arguments: [argument]) { _, _ in
        .synchronous {}
      }
      let sentence =
        "The .argument of the argument a of the action go of the view type page is wrong: "
        + "mayBeEmpty is only for a required text: remove it."
      #expect(mistake(nil, action) == (isRight ? nil : sentence))
    }
  }

  @Test func onlyAValueWithAFixedFormOpensAView() {
    let opens: [_PropertyHint] = [.opens(_Destination("page"))]
    for property in [
      Property.readOnly("value", hints: opens) { _ in ["a": 1] },
      .readOnly("value", hints: opens) { _ in JSONValue.emptyObject },
      .readOnly("value", hints: opens) { _ in ScreenResult?.none },
    ] {
      #expect(
        mistake(property)
          == "The @Opens of the property value of the view type page is wrong: a value without a fixed form, such as a "
          + "dictionary, cannot open a view: mark an array, a struct or an action.")
    }
  }

  @Test func onlyOneViewTypeIsTheStartAndItRequiresNoParameter() throws {
    let types = ["page", "row"].map { name in
      _ViewInterface(type: name, hints: _ViewHints(isStart: true), properties: [], actions: [])
        .description(parameters: [])
    }
    #expect(
      throws: AppMistake.misleadingHint(
        place: "isStart of the view type row", reason: "page is already the start: mark only one view type")
    ) {
      try AppSchema(of: types, info: ServerInfo(name: "Test", version: "1"))
    }
    #expect(mistake(hints: _ViewHints(isStart: true)) == nil)
    #expect(
      mistake(hints: _ViewHints(isStart: true), parameters: [JSONSchema.Member("id", Int.self)])
        == "The isStart of the view type page is wrong: it is the start, but requires the parameter id: "
        + "mark another view type.")
  }
}
