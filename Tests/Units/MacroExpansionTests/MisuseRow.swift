import MacroMessages
import Testing

/// A mistake of an author: a source, and everything that the compiler reports about it.
///
/// Each `$` in a source or in a message stands for the number of the source, because all sources are compiled as one
/// module.
struct MisuseRow: CustomTestStringConvertible {
  /// The declaration around the source of a row.
  enum Context {
    case none
    case viewState
    /// A class whose properties are observed by `@Store` or by `@ViewState`.
    case observed

    /// The text before and after the source.
    var texts: [(start: String, end: String)] {
      switch self {
      case .none: [("", "")]
      case .viewState: [Context.around(#"@ViewState("a")"#)]
      case .observed: ["@Store", #"@ViewState("a")"#].map(Context.around)
      }
    }

    private static func around(_ attribute: String) -> (start: String, end: String) {
      ("@MainActor \(attribute) final class State$ {\n  ", "\n}")
    }
  }

  let source: String
  let context: Context
  /// Declarations before the one around the source.
  private let start: String
  /// The message of a macro, with its place and its fix-its. Nil if no macro reports the mistake.
  let complaint: Complaint?
  /// The beginnings of all messages.
  let messages: [String]

  /// A mistake that a macro reports.
  ///
  /// - Parameters:
  ///   - place: The first line of the code that the message is about.
  ///   - fixed: The source after each fix-it.
  ///   - others: The beginnings of messages of the compiler.
  init(
    _ source: String, in context: Context = .none, _ misuse: any Misuse, at place: String, fixed: String...,
    besides others: [String] = []
  ) {
    (self.source, self.context, start) = (source, context, "")
    complaint = Complaint(
      message: misuse.message, isWarning: type(of: misuse).isWarning, place: place, fixed: fixed)
    messages = [misuse.message] + others
  }

  /// A mistake that the compiler reports, with a message that names what to do: the names, and the texts after "is
  /// unavailable", are those of the library.
  ///
  /// - Parameters:
  ///   - start: Declarations before the one that is around the source.
  ///   - advice: The beginning of the message that says what to do.
  init(
    _ source: String, in context: Context = .none, after start: String = "", says advice: String,
    besides others: [String] = []
  ) {
    (self.source, self.context, self.start) = (source, context, start)
    complaint = nil
    messages = [advice] + others
  }

  /// The sources, each with the complaint of a macro about it.
  var sources: [(text: String, complaint: Complaint?)] {
    context.texts.map { start, end in
      let wrapped = complaint.map { complaint in
        Complaint(
          message: complaint.message, isWarning: complaint.isWarning, place: complaint.place,
          fixed: complaint.fixed.map { start + $0 + end })
      }
      return (self.start + start + source + end, wrapped)
    }
  }

  var testDescription: String { source }

  static let all = ofForms + ofClasses + ofMembers + ofEffects + ofTypes
}
