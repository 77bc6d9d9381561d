import Foundation
import SVVS
import StateServerCommand

/// An app with a mistake in it, which the environment variable MISTAKE chooses.
@main
struct MistakenApp: ConfigurableApp {
  struct Options: ParsableArguments {
    @Option(help: "A number, which must not be 13.")
    var number = 1

    func validate() throws {
      guard number != 13 else { throw ValidationError("13 brings no luck.") }
    }
  }

  private let mistake = ProcessInfo.processInfo.environment["MISTAKE"]
  private let number: Int

  init() { self.init(number: 1) }

  init(options: Options) throws { self.init(number: options.number) }

  private init(number: Int) {
    self.number = number
    if mistake == "print" { print("an app should not print") }
    if mistake == "trap" { fatalError("the app cannot be made") }
  }

  var views: [ViewType<Void>] {
    let type = ViewType(NumberViewState.self) { NumberViewState(number: number) }
    let stillborn = ViewType(StillbornViewState.self) { StillbornViewState() }
    return switch mistake {
    case "same view type": [type, type]
    case "same JSON name": [type, ViewType(OtherViewState.self) { OtherViewState() }]
    case "misleading hint": [type, ViewType(DoorViewState.self) { DoorViewState() }]
    default: [type, ViewType(CrashViewState.self) { CrashViewState() }, stillborn]
    }
  }
}

@JSONCodable
struct Box<Value: JSONCodable> {
  let value: Value
}

@MainActor @ViewState("number")
final class NumberViewState {
  private(set) var box: Box<Int>

  init(number: Int) { box = Box(value: number) }
}

@MainActor @ViewState("other")
final class OtherViewState {
  private(set) var box = Box(value: "text")
}

@MainActor @ViewState("door")
final class DoorViewState {
  @Opens("garden") private(set) var isOpen = false
}
