public import ArgumentParser
public import StateServer

/// An app with options of its own on the command line.
///
/// ```swift
/// @main
/// struct ListApp: ConfigurableApp {
///   struct Options: ParsableArguments {
///     @Option(help: "The file to keep the list in.")
///     var file: String?
///   }
///
///   init() { self.init(file: nil) }
///   init(options: Options) throws { self.init(file: options.file) }
/// }
/// ```
///
/// Its options are those of `serve`: `ListApp serve --file list.txt`, or `ListApp --file list.txt`.
@MainActor
public protocol ConfigurableApp: App {
  /// The options.
  associatedtype Options: ParsableArguments

  /// Makes the app as the options say.
  ///
  /// `init()` makes it as it is without any; it describes itself so, and is served so if nothing is said.
  ///
  /// - Throws: `ValidationError` if the options cannot be used: its words become one line on stderr.
  init(options: Options) throws
}

extension App {
  /// Runs the command of the app, whose subcommands are `serve`, also when nothing is said, and `schema`.
  public static func main() { AppCommand<PlainApp<Self>>.run() }
}

extension ConfigurableApp {
  /// Runs the command of the app, whose subcommands are `serve`, also when nothing is said, and `schema`.
  public static func main() { AppCommand<OptionedApp<Self>>.run() }
}

/// How a command makes the app that it is for.
@MainActor
protocol MadeApp {
  associatedtype Made: App
  associatedtype Options: ParsableArguments

  /// Makes the app; without options as it is without any.
  static func make(_ options: Options?) throws -> Made
}

enum PlainApp<Made: App>: MadeApp {
  struct Options: ParsableArguments {}

  static func make(_ options: Options?) -> Made { Made() }
}

enum OptionedApp<Made: ConfigurableApp>: MadeApp {
  static func make(_ options: Made.Options?) throws -> Made {
    if let options { try Made(options: options) } else { Made() }
  }
}
