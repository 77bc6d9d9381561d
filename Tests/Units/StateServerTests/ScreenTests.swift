import Foundation
import JSON
import SVVS
import StateProtocol
import Testing

@testable import StateServer

@JSONCodable
struct ScreenRow {
  @Shown(.never) let id: Int
  @Title("Text") @Format(.longText) @Priority(2) var body: String?
  @Shown(.whenTrue) @Priority(0) let isNew: Bool
  @Format(.money("EUR")) let price: Double
  let phase: ScreenPhase
  let tags: [String]
  let origin: ScreenOrigin
}

@JSONCodable
struct ScreenOrigin {
  let id: String
  let parents: [ScreenOrigin]
}

/// Rows whose key is the only column that people read, or the one with the highest priority.
@JSONCodable
struct ScreenKey {
  let isOn: Bool
  let id: Int
  let tags: [String]
  @Priority(-1) let note: String
}

@JSONCodable
struct ScreenSecret {
  @Shown(.never) let id: Int
  let isOn: Bool
}

@JSONCodable
struct ScreenProblem {
  let text: String
  let place: FileLocation?
}

@JSONCodable
enum ScreenPhase: String {
  case idle
  @Title("At work") case working
}

@JSONCodable
enum ScreenResult {
  case found(ScreenOrigin)
}

/// The screens of small view types, whole or by their parts.
@MainActor
struct ScreenTests {
  private typealias Property = _ViewProperty
  private typealias Action = _ViewAction

  /// The screens of a view type `page`, and of a view type `row` that it can open.
  private func screens(
    _ properties: [Property], _ actions: [Action] = [], hints: _ViewHints = _ViewHints(),
    parameters: [JSONSchema.Member] = []
  ) throws -> [JSONValue] {
    let page = _ViewInterface(type: "page", hints: hints, properties: properties, actions: actions)
    let row = _ViewInterface(type: "row", properties: [], actions: [])
    let app = try AppSchema(
      of: [
        page.description(parameters: parameters),
        row.description(parameters: [JSONSchema.Member("id", Int.self), JSONSchema.Member("note", String?.self)]),
      ], info: ServerInfo(name: "Test", version: "1"))
    return try JSONValue(parsing: app.screensText)["screens"]?.elements ?? []
  }

  /// Compares the members of `found` that `expected` has.
  private func expect(_ found: JSONValue?, _ expected: String, _ name: String) throws {
    for (member, value) in try JSONValue(parsing: expected).members {
      #expect(found?[member] == (value.isNull ? nil : value), "\(name), \(member)")
    }
  }

  private func act(_ name: String = "act", _ hints: [ActionHint] = [], _ arguments: _Argument...) -> Action {
    Action(name, hints: hints, arguments: arguments) { _, _ in .synchronous {} }
  }

  private func text(_ name: String, _ hints: _PropertyHint...) -> Property {
    .readWrite(name, hints: hints, get: { _ in "" }, set: { _, _ in })
  }

  private func rows(_ name: String = "rows") -> Property { .readOnly(name) { _ in [HintedRow]() } }

  // MARK: - Whole screens

  @Test func aScreenIsWholeAndInTheOrderOfTheAuthor() throws {
    let properties: [Property] = [
      text("draft", .submits("send")),
      .readOnly(
        "rows", description: "The rows.",
        hints: [.opens(_Destination("row", with: ["id": "id"])), .scrollsFromEnd(target: "target", member: "id")]
      ) { _ in [HintedRow]() },
      .readWrite("target", hints: [.value(.shown(.never))], get: { _ in Int?.none }, set: { _, _ in }),
      .readOnly("phase", hints: [.busy(when: ["working"], cancelledBy: "send")]) { _ in ScreenPhase.idle },
    ]
    let actions = [
      Action("send", description: "Sends.", title: "Send it", hints: [.enabled(when: "isReady")]) { _, _ in
        .synchronous {}
      },
      act("removeRow", [.destructive, .argument("id", from: "rows", member: "id")], _Argument("id", Int.self)),
    ]
    let isReady = Property.readOnly("isReady", hints: [.value(.shown(.never))]) { _ in true }
    let found = try screens(
      properties + [isReady], actions, hints: _ViewHints(title: "The page", isStart: true),
      parameters: [JSONSchema.Member("account", String?.self, description: "The account.")])
    let expected = #"""
      {"name": "page", "title": "The page", "letter": "t", "start": true,
       "asks": [{"name": "account", "title": "Account", "description": "The account.", "kind": "text", "nullable": true,
         "optional": true}],
       "parts": [
        {"name": "draft", "title": "Draft", "letter": "d", "kind": "text", "editable": true, "submits": "send"},
        {"name": "rows", "title": "Rows", "description": "The rows.", "kind": "rows", "columns": [
          {"name": "id", "title": "Id", "kind": "integer"},
          {"name": "note", "title": "Note", "kind": "text", "nullable": true}],
         "opens": {"on": "row", "view": "row", "params": {"id": "id"}, "requires": ["id"]}, "key": "id",
         "label": "note", "scroll": {"from": "end", "target": "target", "member": "id", "resets": true}},
        {"name": "target", "title": "Target", "kind": "integer", "nullable": true, "role": "hidden", "editable": true},
        {"name": "phase", "title": "Phase", "kind": "choice",
         "choices": [{"value": "idle", "title": "idle"}, {"value": "working", "title": "At work"}],
         "busyUnless": ["idle"], "cancel": "send"},
        {"name": "isReady", "title": "Is ready", "kind": "switch", "role": "hidden"}],
       "actions": [
        {"name": "send", "title": "Send it", "letter": "s", "description": "Sends.", "enabledBy": "isReady"},
        {"name": "removeRow", "title": "Remove row", "letter": "r", "asks": [
          {"name": "id", "title": "Id", "kind": "integer", "from": {"property": "rows", "member": "id"}}],
         "rows": "rows", "destructive": true, "confirm": "Remove row?"}]}
      """#
    #expect(found.map { $0["name"]?.string } == ["page", "row"])
    #expect(try found.first == JSONValue(parsing: expected))
    #expect(try found.first?.description == JSONValue(parsing: expected).description, "the order of the members")
  }

  @Test func theStartIsTheMarkedViewTypeOrTheFirstWithoutParameters() throws {
    func start(isMarked: Bool, _ parameters: [JSONSchema.Member]) throws -> [String?] {
      let screens = try screens([], hints: _ViewHints(isStart: isMarked), parameters: parameters)
      return screens.filter { $0["start"] != nil }.map { $0["name"]?.string }
    }
    let optional = JSONSchema.Member("note", String?.self)
    #expect(try start(isMarked: false, []) == ["page"])
    #expect(try start(isMarked: false, [optional]) == [])
    #expect(try start(isMarked: true, [optional]) == ["page"])
  }

  @Test func aTitleIsMadeFromTheName() throws {
    let titles = [
      "isPresent": "Is present", "avatarURL": "Avatar URL", "friendIDs": "Friend IDs", "isURLValid": "Is URL valid",
      "counterA": "Counter a", "user_id": "User id", "page2": "Page2", "URLs": "URLs", "IDs2": "IDs2", "A2b": "A2 b",
      "x2y": "X2y", "_": "_", "größe": "Größe", "größteÄnderung": "Größte änderung", "用户Id": "用户 id",
      "имяПользователя": "Имя пользователя", "a__b": "A b",
    ]
    let found = try screens(titles.keys.map { text($0) }).first?["parts"]?.elements ?? []
    #expect(found.count == titles.count)
    for part in found { #expect(part["title"]?.string == titles[part["name"]?.string ?? ""]) }
  }

  // MARK: - Values

  @Test func aValueHasTheKindOfItsType() throws {
    let rowKinds = #"""
      {"kind": "rows", "key": "id", "label": "body", "columns": [
        {"name": "id", "title": "Id", "kind": "integer", "role": "hidden"},
        {"name": "body", "title": "Text", "kind": "text", "nullable": true, "format": "longText", "priority": 2},
        {"name": "isNew", "title": "Is new", "kind": "switch", "role": "flag"},
        {"name": "price", "title": "Price", "kind": "number", "money": {"currency": "EUR", "symbol": "€", "digits": 2}},
        {"name": "phase", "title": "Phase", "kind": "choice",
         "choices": [{"value": "idle", "title": "idle"}, {"value": "working", "title": "At work"}]},
        {"name": "tags", "title": "Tags", "kind": "list", "of": {"kind": "text"}},
        {"name": "origin", "title": "Origin", "kind": "json"}]}
      """#
    let origin = #"""
      {"kind": "record", "members": [
        {"name": "id", "title": "Id", "kind": "text"}, {"name": "parents", "title": "Parents", "kind": "json"}]}
      """#
    let values: [(Property, String)] = [
      (.readOnly("flag") { _ in true }, #"{"kind": "switch", "nullable": null, "editable": null}"#),
      (.readOnly("count") { _ in UInt8?.none }, #"{"kind": "integer", "nullable": true}"#),
      (
        .readOnly("sum", hints: [.value(.format(.money("KWD")))]) { _ in 1 },
        #"{"kind": "integer", "money": {"currency": "KWD", "digits": 3}}"#
      ),
      (
        .readOnly("yen", hints: [.value(.format(.money("JPY")))]) { _ in 1.5 },
        #"{"kind": "number", "money": {"currency": "JPY", "symbol": "¥", "digits": 0}}"#
      ),
      (.readOnly("time") { _ in Date() }, #"{"kind": "text", "format": "time"}"#),
      (.readOnly("page") { _ in URL?.none }, #"{"kind": "text", "nullable": true, "format": "url"}"#),
      (
        .readOnly("stamp", hints: [.value(.format(.time))]) { _ in String?.none },
        #"{"kind": "text", "format": "time"}"#
      ),
      (.readOnly("link", hints: [.value(.format(.url))]) { _ in "" }, #"{"kind": "text", "format": "url"}"#),
      (.readOnly("log", hints: [.value(.format(.stream))]) { _ in "" }, #"{"kind": "text", "format": "stream"}"#),
      (.readOnly("id") { _ in UUID() }, #"{"kind": "text", "format": null}"#),
      (.writeOnly("secret") { (_, _: String) in }, #"{"kind": "text", "secret": true, "editable": true}"#),
      (
        .readOnly("phases") { _ in [ScreenPhase?]() },
        #"""
        {"kind": "list", "of": {"kind": "choice", "nullable": true,
          "choices": [{"value": "idle", "title": "idle"}, {"value": "working", "title": "At work"}]}}
        """#
      ),
      (.readOnly("table") { _ in [[1]] }, #"{"kind": "list", "of": {"kind": "json"}}"#),
      (.readOnly("names") { _ in Set<String>?.none }, #"{"kind": "list", "nullable": true, "of": {"kind": "text"}}"#),
      (.readOnly("sums") { _ in ["a": 1] }, #"{"kind": "json", "of": null}"#),
      (.readOnly("anything") { _ in JSONValue.emptyObject }, #"{"kind": "json"}"#),
      (.readOnly("result") { _ in ScreenResult?.none }, #"{"kind": "json", "nullable": true}"#),
      (.readOnly("rows") { _ in [ScreenRow?]?.none }, rowKinds),
      (.readOnly("origin") { _ in ScreenOrigin?.none }, origin),
    ]
    let parts = try #require(try screens(values.map(\.0)).first?["parts"]?.elements)
    for (part, (property, expected)) in zip(parts, values) { try expect(part, expected, property.description.name) }
  }

  @Test func rowsAreNamedByTheColumnThatIsLeftOutLast() throws {
    let cases: [(Property, label: String?)] = [
      (.readOnly("equal") { _ in [HintedRow]() }, "note"), (.readOnly("highest") { _ in [ScreenRow]() }, "body"),
      (.readOnly("key") { _ in [ScreenKey]() }, "id"), (.readOnly("none") { _ in [ScreenSecret]() }, nil),
      (.readOnly("list") { _ in [""] }, nil),
    ]
    for (property, label) in cases {
      let part = try screens([property]).first?["parts"]?.elements.first
      #expect(part?["label"]?.string == label, "\(property.description.name)")
    }
  }

  @Test func aMarkDecidesWhatPeopleSeeOfAProperty() throws {
    let hidden = _PropertyHint.value(.shown(.never))
    let opens = _PropertyHint.opens(_Destination("page"))
    let parts: [(Property, String)] = [
      (text("hidden", hidden), #"{"role": "hidden"}"#),
      (text("filter", hidden, .filters("rows")), #"{"role": null, "filters": "rows"}"#),
      (text("other", .filters("rows")), #"{"filters": "rows"}"#),
      (text("draft", .submits("act"), hidden), #"{"role": null, "submits": "act"}"#),
      (text("error", hidden, .errorMessage()), #"{"role": "error", "editable": true}"#),
      (text("errorMessage"), #"{"role": null}"#),
      (text("name", opens), #"{"role": "hidden", "opens": {"view": "page", "on": "value"}}"#),
      (
        .readWrite("chosen", hints: [opens], get: { _ in Int?.none }, set: { _, _ in }),
        #"{"role": "hidden", "opens": {"view": "page", "on": "value", "resets": true}}"#
      ),
      (
        .readWrite("isShown", hints: [opens], get: { _ in false }, set: { _, _ in }),
        #"{"role": "hidden", "opens": {"view": "page", "on": "true", "resets": true}}"#
      ),
      (
        .readOnly("isFixed", hints: [opens, .value(.shown(.whenTrue))]) { _ in false },
        #"{"role": "hidden", "opens": {"view": "page", "on": "true"}}"#
      ),
      (
        .readOnly("record", hints: [opens]) { _ in HintedRow?.none },
        #"{"role": null, "opens": {"view": "page", "on": "record"}}"#
      ),
      (.readOnly("list", hints: [opens]) { _ in [1] }, #"{"opens": {"view": "page", "on": "row"}}"#),
      (
        .readOnly("isLoading", hints: [.value(.shown(.whenTrue)), .busy(when: [])]) { _ in Bool?.none },
        #"{"role": "flag", "nullable": true, "busyUnless": [false, null]}"#
      ),
      (.readOnly("running", hints: [.busy(when: [])]) { _ in 0 }, #"{"role": null, "busyUnless": [0]}"#),
      (
        .readOnly("job", hints: [.busy(when: [], cancelledBy: "act")]) { _ in String?.none },
        #"{"busyUnless": [null], "cancel": "act"}"#
      ),
      (.readOnly("lines", hints: [.scrollsFromEnd()]) { _ in [""] }, #"{"scroll": {"from": "end"}}"#),
      (text("draftError", .errorMessage(for: "draft")), #"{"role": "error", "about": "draft"}"#),
      (text("pinError", .errorMessage(for: "pin")), #"{"role": "error", "about": "pin"}"#),
      (.writeOnly("pin") { (_, _: String) in }, #"{"role": null, "about": null}"#),
      (
        .readWrite("notice", hints: [.notice], get: { _ in String?.none }, set: { _, _ in }),
        #"{"role": "notice", "editable": true, "letter": null}"#
      ),
      (
        .readOnly("uploaded", hints: [.progress()]) { _ in Double?.none },
        #"{"role": "progress", "total": null, "busyUnless": [null], "cancel": null}"#
      ),
      (
        .readOnly("sent", hints: [.progress(of: "running")]) { _ in 0 },
        #"{"role": "progress", "total": "running", "busyUnless": null}"#
      ),
      (
        .readOnly("copied", hints: [.busy(when: [], cancelledBy: "act"), .progress()]) { _ in Int?.none },
        #"{"role": "progress", "busyUnless": [null], "cancel": "act"}"#
      ),
      (
        .readOnly("question", hints: [.answered(by: "answer")]) { _ in Question?.none },
        #"{"kind": "record", "nullable": true, "role": "question", "answer": "answer"}"#
      ),
      (
        .readWrite("shown", hints: [.opensFile()], get: { _ in FileLocation?.none }, set: { _, _ in }),
        #"{"role": null, "format": "file", "opens": {"on": "value", "file": "shown", "resets": true}}"#
      ),
      (
        .readOnly("place", hints: [.opensFile()]) { _ in FileLocation(path: "/") },
        #"{"kind": "record", "format": "file", "opens": {"on": "value", "file": "place"}}"#
      ),
      (
        .readOnly("problems", hints: [.opensFile(member: "place")]) { _ in [ScreenProblem]() },
        #"""
        {"role": null, "opens": {"on": "row", "file": "place"}, "columns": [
          {"name": "text", "title": "Text", "kind": "text"},
          {"name": "place", "title": "Place", "kind": "json", "nullable": true, "format": "file"}]}
        """#
      ),
    ]
    let answer = act("answer", [], _Argument("choice", String.self), _Argument("question", String.self))
    let screen = try screens(parts.map(\.0) + [rows()], [act(), answer]).first
    let found = screen?["parts"]?.elements ?? []
    try expect(screen?["actions"]?.elements.last, #"{"name": "answer", "notOffered": true}"#, "answer")
    for (part, (property, expected)) in zip(found, parts) { try expect(part, expected, property.description.name) }
  }

  @Test func theSubtitleHasTheFormOfItsValue() throws {
    func subtitle(_ property: Property) throws -> String? {
      try screens([property]).first?["subtitle"]?.description
    }
    let record = Property.readOnly("row", hints: [.subtitle(member: "price")]) { _ in ScreenRow?.none }
    #expect(
      try subtitle(record) == #"""
        {"property":"row","member":"price","kind":"number",\#
        "money":{"currency":"EUR","symbol":"€","digits":2}}
        """#)
    #expect(try subtitle(text("name", .subtitle())) == #"{"property":"name","kind":"text"}"#)
    let phase = Property.readOnly("phase", hints: [.subtitle()]) { _ in ScreenPhase.idle }
    #expect(try subtitle(phase)?.hasPrefix(#"{"property":"phase","kind":"choice","choices":"#) == true)
  }

  // MARK: - Actions

  @Test func anArgumentHasASourceAndBelongsToItsRows() throws {
    let id = _Argument("id", Int.self)
    let hint = ActionHint.argument("id", from: "rows", member: "id")
    let source = #"{"property": "rows", "member": "id"}"#
    let secret = ActionHint.argument("id", isWriteOnly: true)
    let cases: [(String, [Property], Action, rows: String?, from: String?)] = [
      ("the only rows with an id", [rows()], act("act", [], id), "rows", source),
      ("rows that may be null", [.readOnly("rows") { _ in [HintedRow]?.none }], act("act", [], id), "rows", source),
      ("two rows with an id", [rows(), rows("others")], act("act", [], id), nil, nil),
      ("two rows and a hint", [rows(), rows("others")], act("act", [hint], id), "rows", source),
      ("another name", [rows()], act("act", [], _Argument("key", Int.self)), nil, nil),
      ("an optional id", [rows()], act("act", [], _Argument("id", Int?.self)), nil, nil),
      ("an optional id with a hint", [rows()], act("act", [hint], _Argument("id", Int?.self)), nil, source),
      ("another required argument", [rows()], act("act", [], id, _Argument("note", String.self)), nil, nil),
      ("another one and a hint", [rows()], act("act", [hint], id, _Argument("note", String.self)), nil, source),
      ("an optional argument", [rows()], act("act", [], id, _Argument("note", String?.self)), "rows", source),
      ("a secret", [rows()], act("act", [secret], id), nil, nil),
      ("the name of a secret", [rows(), .writeOnly("id") { (_, _: Int) in }], act("act", [], id), nil, nil),
    ]
    for (name, properties, action, rows, from) in cases {
      let found = try screens(properties, [action]).first?["actions"]?.elements.first
      #expect(found?["rows"]?.string == rows, "\(name)")
      #expect(try found?["asks"]?.elements.first?["from"] == from.map { try JSONValue(parsing: $0) }, "\(name)")
    }
    let note = act("act", [.argument("note", from: "rows", member: "note")], _Argument("note", String?.self))
    #expect(try screens([rows()], [note]).first?["parts"]?.elements.first?["key"]?.string == "note")
  }

  @Test func anActionIsOfferedConfirmedAndEnabledAsItsMarksSay() throws {
    let isReady = Property.readOnly("isReady") { _ in true }
    let cases: [(Action, String)] = [
      (act("plain"), #"{"notOffered": null, "destructive": null, "confirm": null, "enabledBy": null, "asks": null}"#),
      (act("appear", [.onAppear]), #"{"notOffered": true}"#),
      (act("hidden", [.notOffered]), #"{"notOffered": true}"#),
      (act("deleteAll", [.destructive]), #"{"destructive": true, "confirm": "Delete all?"}"#),
      (act("leave", [.confirms("Leave the room?")]), #"{"destructive": null, "confirm": "Leave the room?"}"#),
      (act("clear", [.confirms("Really?"), .destructive]), #"{"destructive": true, "confirm": "Really?"}"#),
      (act("go", [.enabled(when: "isReady"), .notCancellable]), #"{"enabledBy": "isReady", "notCancellable": true}"#),
      (
        act(
          "write", [.argument("text", title: "The text", mayBeEmpty: true)], _Argument("text", String.self),
          _Argument("row", [HintedRow].self), _Argument("tags", [String]?.self)),
        #"""
        {"asks": [{"name": "text", "title": "The text", "kind": "text", "mayBeEmpty": true},
          {"name": "row", "title": "Row", "kind": "json"},
          {"name": "tags", "title": "Tags", "kind": "json", "nullable": true, "optional": true}]}
        """#
      ),
      (
        act("open", [.opens("row", with: ["id": "id"])], _Argument("id", Int.self)),
        #"{"opens": {"view": "row", "params": {"id": "id"}, "requires": ["id"]}}"#
      ),
    ]
    let screen = try screens([isReady], cases.map(\.0)).first
    #expect(screen?["onAppear"]?.string == "appear")
    let found = screen?["actions"]?.elements ?? []
    #expect(found.count == cases.count)
    for (action, (_, expected)) in zip(found, cases) { try expect(action, expected, action["name"]?.string ?? "") }
    let offered = try screens([], [act("fetch", [.onAppear, .offered])]).first
    try expect(offered?["actions"]?.elements.first, #"{"notOffered": null, "name": "fetch"}"#, "fetch")
  }

  @Test func aLetterIsThatOfATitleAndBelongsToOneThing() throws {
    let letters: [(String, letter: String?)] = [
      ("Save all", "s"), ("Send", "e"), ("Set all", "a"), ("Éclair now", "c"), ("Go on", "b"), ("Éte", "t"),
      ("(Undo)", "u"), ("7", "d"), ("W", "w"), ("z", "z"), ("", "f"), ("", "h"), ("", "i"), ("", "j"), ("", "l"),
      ("", "m"), ("", "r"), ("Save", nil),
    ]
    let actions = letters.enumerated().map { index, titled in
      Action("_\(index)", title: titled.0.isEmpty ? "_" : titled.0) { _, _ in .synchronous {} }
    }
    let hidden = text("save", .value(.shown(.never)))
    let properties = [hidden, text("go"), .readOnly("fixed") { _ in "" }, text("goOn"), text("error", .errorMessage())]
    let found = try screens(properties, [act("sell", [.notOffered])] + actions)
    #expect(found.map { $0["letter"]?.string } == ["p", "r"])
    #expect(found[0]["actions"]?.elements.map { $0["letter"]?.string } == [nil] + letters.map(\.letter))
    #expect(found[0]["parts"]?.elements.map { $0["letter"]?.string } == [nil, "g", nil, "o", nil])
  }

  // MARK: - Forms

  @Test func aFormHasTheFieldsThatPeopleFillInAndTheOnlyActionThatCanBeMeant() throws {
    let (user, code) = (_Argument("user", String.self), _Argument("code", Int?.self))
    let fields: [Property] = [
      text("user"), .readWrite("code", get: { _ in 0 }, set: { _, _ in }), rows(),
      text("filter", .filters("rows")), text("line", .submits("send")), text("message", .errorMessage()),
      text("hidden", .value(.shown(.never))), .readOnly("fixed") { _ in "" },
      .readWrite("isOn", get: { _ in true }, set: { _, _ in }),
      .readWrite("phase", get: { _ in ScreenPhase.idle }, set: { _, _ in }),
      text("chosen", .opens(_Destination("page"))),
      .readWrite("notice", hints: [.notice], get: { _ in String?.none }, set: { _, _ in }),
      .readWrite("done", hints: [.progress()], get: { _ in 0 }, set: { _, _ in }),
    ]
    let send = act("send", [.notOffered])
    let cases: [(String, [Action], calls: String)] = [
      ("no action", [], ""), ("the only action", [act("go")], #""calls": "go""#),
      ("two free actions", [act("go"), act("stop")], ""),
      ("one that takes all", [act("go", [], user, code), act("stop")], #""calls": "go", "passes": ["user"]"#),
      ("two that take all", [act("go", [], user, code), act("enter", [], user, code)], ""),
      ("one that takes some", [act("go", [], user)], ""),
      ("an action of onAppear", [act("load", [.onAppear, .offered]), act("go")], #""calls": "go""#),
      ("an action that is not offered", [act("undo", [.notOffered]), act("go")], #""calls": "go""#),
      ("an action of rows", [act("open", [], _Argument("id", Int.self)), act("go")], #""calls": "go""#),
    ]
    for (name, actions, calls) in cases {
      let expected = try JSONValue(parsing: #"{"fields": ["user", "code"]\#(calls.isEmpty ? "" : ", ")\#(calls)}"#)
      #expect(try screens(fields, [send] + actions).first?["form"] == expected, "\(name)")
    }
    #expect(try screens([rows()], [act("go")]).first?["form"] == nil)
  }

  // MARK: - Sizes

  @Test func aScreenWithManyActionsAndLongNamesIsMade() throws {
    let (long, texts) = (String(repeating: "aB", count: 512), "ß 用户 \u{202E}مرحبا \"\\\n")
    let actions = (1...1000).map { number in
      Action("\(long.dropLast(4))\(number)", description: texts, title: texts) { _, _ in .synchronous {} }
    }
    let screen = try screens([text(long)], actions).first
    #expect(screen?["actions"]?.elements.allSatisfy { $0["title"]?.string == texts } == true)
    #expect(screen?["actions"]?.count == 1000)
    let title = screen?["parts"]?.elements.first?["title"]?.string
    #expect(title?.hasPrefix("A ba ba ba") == true && title?.count == 1024 + 512)
  }
}
