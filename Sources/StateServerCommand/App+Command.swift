public import ArgumentParser
public import StateServer

/// An app that adds options to the command line.
///
/// ```swift
/// @main
/// struct NotesApp: ConfigurableApp {
///   struct Options: ParsableArguments {
///     @Option(help: ArgumentHelp("Keep the notes in a file. (default: in memory)", valueName: "path"))
///     var database: String?
///   }
///
///   static let name = "notes"
///   static let version = "1.2.0"
///   private let store: NoteStore
///
///   init() { store = NoteStore(database: AppDatabase(migrations: .notes)) }
///
///   init(options: Options) throws { store = NoteStore(database: try options.openDatabase()) }
///
///   var views: [ViewType<Void>] { [ViewType(NotesViewState.self) { NotesViewState(store: store) }] }
/// }
/// ```
///
/// The command `serve` accepts the app's options: `NotesApp serve --database notes.sqlite`, or `NotesApp --database
/// notes.sqlite`.
@MainActor
public protocol ConfigurableApp: App {
  /// The options of the app.
  associatedtype Options: ParsableArguments

  /// Makes the app with the values of its options.
  ///
  /// `init()` makes the app without options. `schema` describes that app, and `serve` without arguments serves it.
  ///
  /// - Throws: `ValidationError` if an option has an invalid value. The command then writes the error's message to
  ///   stderr as one line, and ends with status 64.
  init(options: Options) throws

  /// The subcommands of the app, in addition to the subcommands that every app has. The default is none.
  ///
  /// A subcommand reports its errors as ``init(options:)`` does.
  nonisolated static var subcommands: [any ParsableCommand.Type] { get }
}

extension ConfigurableApp {
  public nonisolated static var subcommands: [any ParsableCommand.Type] { [] }
}

extension App {
  /// Runs the command of the app: `serve`, which is the default, or `schema`.
  public static func main() { AppCommand<PlainApp<Self>>.run() }
}

extension ConfigurableApp {
  /// Runs the command of the app: `serve`, which is the default, or `schema`.
  public static func main() { AppCommand<OptionedApp<Self>>.run() }
}

/// Makes the app of a command.
@MainActor
protocol AppSource {
  associatedtype Made: App
  associatedtype Options: ParsableArguments

  /// The subcommands of the app.
  nonisolated static var subcommands: [any ParsableCommand.Type] { get }

  /// Makes the app with the values of its options.
  static func make(_ options: Options) throws -> Made
}

enum PlainApp<Made: App>: AppSource {
  struct Options: ParsableArguments {}

  static var subcommands: [any ParsableCommand.Type] { [] }

  static func make(_ options: Options) -> Made { Made() }
}

enum OptionedApp<Made: ConfigurableApp>: AppSource {
  static var subcommands: [any ParsableCommand.Type] { Made.subcommands }

  static func make(_ options: Made.Options) throws -> Made { try Made(options: options) }
}
