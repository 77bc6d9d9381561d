import StateProtocol

/// The members of a screen that follow from its parts and actions.
extension Screen {
  /// Sets the column that tells a row from the others, the member that an action takes, or else `id`; and the column
  /// that names a row to people.
  mutating func identifyRows() {
    let sources = (actions ?? []).flatMap { ($0.asks ?? []).compactMap(\.from) }
    for index in parts.indices where parts[index].kind == .rows {
      let taken = sources.first { $0.property == parts[index].name && $0.member != nil }?.member
      parts[index].key = taken ?? parts[index].columns?.first { $0.name == "id" }?.name
      parts[index].label = parts[index].columnOfNames
    }
  }

  /// The fields that people fill in, and the only action that can be meant when they have filled in the last one.
  var formOfFields: ScreenForm? {
    let fields = parts.filter(\.isField).map(\.name)
    guard !fields.isEmpty else { return nil }
    let buttons = (actions ?? []).filter { $0.rows == nil && $0.notOffered == nil && $0.name != onAppear }
    let takingAll = buttons.filter { action in
      fields.allSatisfy { field in action.asks?.contains { $0.name == field } == true }
    }
    let free = buttons.filter { $0.asks?.contains { $0.optional == nil } != true }
    let candidates = takingAll.isEmpty ? free : takingAll
    var form = ScreenForm(fields: fields)
    guard candidates.count == 1 else { return form }
    form.calls = candidates[0].name
    form.passes =
      (candidates[0].asks ?? []).filter { $0.optional == nil && fields.contains($0.name) }.map(\.name)
      .nonEmpty
    return form
  }
}

extension ScreenPart {
  /// The column that a narrow table leaves out last, among those that people read. The key is the last choice among
  /// equal priorities, because it is often only a number.
  fileprivate var columnOfNames: String? {
    let read = (columns ?? []).filter { $0.role == nil && [.text, .integer, .number, .choice].contains($0.kind) }
    let highest = read.map { $0.priority ?? 0 }.max()
    let last = read.filter { $0.priority ?? 0 == highest }
    return (last.first { $0.name != key } ?? last.first)?.name
  }

  /// Whether people type the value into a field of a form.
  fileprivate var isField: Bool {
    guard editable == true, role == nil, filters == nil, submits == nil, opens == nil else { return false }
    return kind == .text || kind == .integer || kind == .number
  }
}

extension Array {
  /// The array. Nil if it is empty, so that it is not written.
  var nonEmpty: [Element]? { isEmpty ? nil : self }
}
