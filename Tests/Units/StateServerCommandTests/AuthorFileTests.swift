import JSON
import SVVS
import StateServerCommand
import Testing

/// The attributes of the command line's options and of SVVS in one file, as in an app of one file.
@MainActor
struct AuthorFileTests {
  struct Options: ParsableArguments {
    @Argument(help: "A name.") var name: String
    @Option(help: "A number.") var number = 1
    @Flag(help: "No output.") var quiet = false
  }

  @MainActor @ViewState("door")
  final class DoorViewState {
    @Action("Open the door", .onAppear, .argument("code", title: "Code", isWriteOnly: true), .opens("hall"))
    func open(code: String? = nil) {}
  }

  @Test func optionsAndActionsHaveTheirAttributesInOneFile() throws {
    let options = try Options.parse(["front", "--number", "2"])
    #expect(options.name == "front" && options.number == 2 && !options.quiet)
    let action = try #require(DoorViewState.interface.actions.first).description
    #expect(action.title == "Open the door" && action.isCalledOnAppear)
    #expect(action.hints.contains { if case .opens("hall", _) = $0 { true } else { false } })
    #expect(action.hints(ofArgument: "code")?.title == "Code" && action.hints(ofArgument: "code")?.isWriteOnly == true)
  }
}
