import SVVS

/// A problem that a build has found.
@JSONCodable
struct BuildProblem {
  /// The message of the compiler.
  @Priority(1) let message: String
  /// The line with the problem.
  let place: FileLocation
}

/// A page that plays a build: its log, its progress, its problems, and the removal of its products.
@MainActor @ViewState("build", title: "Build")
final class BuildViewState {
  /// The number of files to compile.
  var files = 20
  /// The error of that number.
  @ErrorMessage(for: "files") private(set) var filesError: String?
  /// The number of files that a build in progress has compiled.
  @Progress(of: "fileCount") @Busy(cancelledBy: "stop")
  var compiled: Int? { building.isRunning ? compiledCount : nil }
  /// The number of files that the last build was started with.
  @Shown(.never) private(set) var fileCount = 0
  /// The output of the build.
  @Format(.stream) private(set) var log = ""
  /// The problems that the build has found.
  @OpensFile(member: "place") private(set) var problems: [BuildProblem] = []
  /// The place to show in an editor. The front end sets it to null when it has opened the file.
  @Title("Shown place") @OpensFile var shownPlace: FileLocation?
  /// A message that a build or a removal has succeeded. The front end sets it to null when it has shown it.
  @Notice var notice: String?
  /// The question whether to remove the products.
  @Answered(by: "answer") private(set) var question: Question?
  /// Whether there is a problem to show.
  @Shown(.never) var hasProblems: Bool { !problems.isEmpty }

  /// The source file that the problems are in. It exists where the program was built.
  private static let source = #filePath
  private var compiledCount = 0
  private let building = Activity(.ignore)
  private let clock: any Clock<Duration>

  /// Builds. One of seven files has a problem.
  @Action func build() async {
    filesError = (1...10_000).contains(files) ? nil : "Enter a number from 1 to 10000"
    guard filesError == nil, !building.isRunning else { return }
    (fileCount, compiledCount, log, problems) = (files, 0, "", [])
    await building.run {
      for number in 1...self.fileCount {
        self.compiledCount = number - 1
        self.log += "Compiling file \(number)\n"
        try await self.clock.sleep(for: .milliseconds(50))
        // A build that was stopped does not change the output of the build after it.
        try Task.checkCancellation()
        guard number.isMultiple(of: 7) else { continue }
        let place = FileLocation(path: BuildViewState.source, line: number, column: 3)
        self.log += "\(#fileID):\(number): warning: this line is not used\n"
        self.problems.append(BuildProblem(message: "This line is not used", place: place))
      }
    } then: {
      self.notice = "The build has ended"
    }
  }

  /// Stops the build.
  @Action(.notOffered) func stop() { building.cancel() }

  /// Shows the first problem in an editor.
  @Action("Show problem", .enabled(when: "hasProblems")) func showProblem() { shownPlace = problems.first?.place }

  /// Asks whether to remove the products.
  @Action("Clean…") func clean() {
    question = Question(
      title: "Remove the products?", message: "The log and \(problems.count) problems are removed.",
      choices: [
        Question.Choice("all", title: "Remove all", role: .destructive),
        Question.Choice("problems", title: "Remove the problems"),
        Question.Choice("none", title: "Keep all", role: .cancel),
      ])
  }

  /// Answers the question.
  @Action func answer(_ choice: String, question id: String) {
    question = nil
    guard choice != "none" else { return }
    problems = []
    if choice == "all" { log = "" }
    notice = "The products are removed"
  }
}
