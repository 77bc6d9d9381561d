import CCrash
import SVVS
import StateProtocol
import SystemSupport

/// A description of work that runs an author's code.
///
/// While the work runs, signal handlers and the watchdog of the main thread can read the description. The text is
/// therefore a C string that is never freed.
struct WorkDescription {
  fileprivate let text: UnsafePointer<CChar>

  fileprivate init(text: UnsafePointer<CChar>) { self.text = text }

  /// - Parameters:
  ///   - phrase: A noun phrase, for example "the action spin of the view crash".
  ///   - details: Further text about a crash in the work.
  fileprivate init(_ phrase: String, details: String = "") {
    // The details are a second string, directly after the first.
    text = WorkDescription.permanentCopy("\(phrase.printable)\0\(details.printable)")
  }

  /// A call of an action. Names its arguments, but not their values.
  fileprivate init(_ action: ViewTypeDescription.Action, of type: String) {
    let names = action.arguments.map(\.name)
    let details =
      switch names.count {
      case 0: ""
      case 1: ", with the argument \(names[0])"
      default: ", with the arguments \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
      }
    self.init("the action \(action.name) of the view \(type)", details: details)
  }

  /// A getter or setter of a property.
  fileprivate init(_ accessor: String, of property: String, _ type: String) {
    self.init("the \(accessor) of the property \(property) of the view \(type)")
  }

  /// Begins the described work. A function that runs a closure as this work would cost 600 instructions of `view/set`.
  ///
  /// - Returns: The work around it, which resumes when this work ends.
  @MainActor
  func begin() -> OuterWork { OuterWork(text: crash_begin_work(text)) }

  fileprivate static func permanentCopy(_ text: String) -> UnsafePointer<CChar> {
    let bytes = Array(text.utf8CString)
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    guard let first = copy.baseAddress else { preconditionFailure("a C string is not empty") }
    return UnsafePointer(first)
  }
}

/// The work around other work.
struct OuterWork {
  fileprivate let text: UnsafePointer<CChar>?

  /// Ends the inner work.
  @MainActor
  func resume() { crash_end_work(text) }
}

/// The work on the views of one type. Each description is made when it is used for the first time.
extension _ViewInterface {
  /// A call of the action at `index`.
  func work(ofAction index: Int) -> WorkDescription {
    work(index) { WorkDescription(actions[index].description, of: type) }
  }

  /// Reading the readable property at `index`.
  func work(ofGetter index: Int) -> WorkDescription {
    work(actions.count + index) { WorkDescription("getter", of: readableNames[index], type) }
  }

  /// Setting the property at `index`.
  func work(ofSetter index: Int) -> WorkDescription {
    let name = properties[index].description.name
    return work(actions.count + properties.count + index) { WorkDescription("setter", of: name, type) }
  }

  /// Making a state.
  var workOfInitializer: WorkDescription {
    work(actions.count + 2 * properties.count) { WorkDescription("the initializer of the view \(type)") }
  }

  private func work(_ position: Int, _ make: () -> WorkDescription) -> WorkDescription {
    if let text = workTexts[position] { return WorkDescription(text: text) }
    let work = make()
    workTexts[position] = work.text
    return work
  }
}

/// The names of clients, as C strings that are never freed.
@MainActor
enum ClientNames {
  /// The largest number of names, and the largest size of a name in characters. Clients choose their names.
  private static let (maximumCount, maximumSize) = (256, 64)
  private static var all: [String: UnsafePointer<CChar>] = [:]

  /// The name and version of a client.
  static func name(of client: ClientInfo?) -> UnsafePointer<CChar>? {
    guard let client else { return nil }
    let version = client.version.map { " \($0)" } ?? ""
    let name = String("\(client.name)\(version)".prefix(maximumSize)).printable
    if let known = all[name] { return known }
    guard all.count < maximumCount else { return nil }
    let copy = WorkDescription.permanentCopy(name)
    all[name] = copy
    return copy
  }
}
