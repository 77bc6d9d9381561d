import CCrash
import SVVS
import StateProtocol
import SystemSupport

/// A description of work that runs an author's code.
///
/// While the work runs, signal handlers and the watchdog of the main thread can read the description. The text is
/// therefore a C string that is never freed.
struct Work {
  private let text: UnsafePointer<CChar>

  /// - Parameters:
  ///   - phrase: A noun phrase, for example "the action spin of the view crash".
  ///   - details: Further text about a crash in the work.
  private init(_ phrase: String, details: String = "") {
    // The details are a second string, directly after the first.
    text = Work.permanentCopy("\(phrase.printable)\0\(details.printable)")
  }

  /// A call of an action. Names its arguments, but not their values.
  init(_ action: ViewTypeDescription.Action, of type: ViewTypeDescription) {
    let names = action.arguments.map(\.name)
    let details =
      switch names.count {
      case 0: ""
      case 1: ", with the argument \(names[0])"
      default: ", with the arguments \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
      }
    self.init("the action \(action.name) of the view \(type.name)", details: details)
  }

  init(readingProperty name: String, of type: ViewTypeDescription) {
    self.init("the getter of the property \(name) of the view \(type.name)")
  }

  init(settingProperty name: String, of type: ViewTypeDescription) {
    self.init("the setter of the property \(name) of the view \(type.name)")
  }

  init(making type: ViewTypeDescription) {
    self.init("the initializer of the view \(type.name)")
  }

  /// Begins this work. A function that runs a closure as this work would cost 600 instructions of `view/set`.
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
///
/// The descriptions are in a buffer of their own, because each access to a mutable property of a class is checked at run
/// time. Like the descriptions, it is never freed.
@MainActor
struct WorkOfViewType {
  private let type: ViewTypeDescription
  private let readableNames: [String]
  private let items: UnsafeMutableBufferPointer<Work?>
  private let actionCount: Int
  private let propertyCount: Int

  init(_ type: ViewTypeDescription, readableNames: [String]) {
    (self.type, self.readableNames) = (type, readableNames)
    (actionCount, propertyCount) = (type.actions.count, type.properties.count)
    items = .allocate(capacity: actionCount + 2 * propertyCount + 1)
    items.initialize(repeating: nil)
  }

  /// A call of the action at `index`.
  func action(_ index: Int) -> Work {
    items[index] ?? make(index, Work(type.actions[index], of: type))
  }

  /// Reading the readable property at `index`.
  func getter(_ index: Int) -> Work {
    items[actionCount + index] ?? make(actionCount + index, Work(readingProperty: readableNames[index], of: type))
  }

  /// Setting the property at `index`.
  func setter(_ index: Int) -> Work {
    let position = actionCount + propertyCount + index
    return items[position] ?? make(position, Work(settingProperty: type.properties[index].name, of: type))
  }

  /// Making a state.
  var initializer: Work {
    let position = actionCount + 2 * propertyCount
    return items[position] ?? make(position, Work(making: type))
  }

  private func make(_ position: Int, _ work: Work) -> Work {
    items[position] = work
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
    let copy = Work.permanentCopy(name)
    all[name] = copy
    return copy
  }
}
