import Foundation
import TestSupport
import Testing

@testable import LocalSocket

#if os(Linux)
  @Suite(.timeLimit(.minutes(1)))
  struct RunningProgramTests {
    private let temporary: TemporaryDirectory

    init() throws {
      temporary = try TemporaryDirectory()
    }

    @Test func theSameProgramIsNotAnotherBuild() throws {
      #expect(try #require(RunningProgram(getpid())).isOtherBuild == false)
      #expect(RunningProgram(0) == nil)
    }

    @Test func anotherProgramIsAnotherBuildAlsoIfItsFileWasRemoved() async throws {
      let copy = temporary.path(of: "python")
      try FileManager.default.copyItem(
        atPath: URL(fileURLWithPath: python).resolvingSymlinksInPath().path, toPath: copy)
      let child = try await blocking { try Child("import signal; print(flush=True); signal.pause()", in: copy) }
      let program = try #require(RunningProgram(child.number))
      #expect(program.isOtherBuild)
      unlink(copy)
      #expect(program.isOtherBuild)
      child.end()
      #expect(!program.isOtherBuild)
    }

    @Test func aCopyHasTheSameBuildID() throws {
      let own = try #require(ELFFile("/proc/self/exe")?.buildID)
      #expect(own.count == 20)
      let path = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      try FileManager.default.copyItem(atPath: path, toPath: temporary.path(of: "a"))
      #expect(ELFFile(temporary.path(of: "a"))?.buildID == own)
    }

    @Test func aDamagedFileHasNoBuildID() throws {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/exe"))
      let beginning = try #require(try file.read(upToCount: 4096))
      for count in [0, 5, 63, 64, 100, 600] {
        try beginning.prefix(count).write(to: URL(fileURLWithPath: temporary.path(of: "cut")))
        #expect(ELFFile(temporary.path(of: "cut"))?.buildID == nil)
      }
      var generator = SeededGenerator(seed: 1)
      for _ in 0..<200 {
        var damaged = beginning
        for _ in 0..<8 {
          damaged[Int.random(in: 6..<1200, using: &generator)] = .random(in: 0 ... .max, using: &generator)
        }
        try damaged.write(to: URL(fileURLWithPath: temporary.path(of: "damaged")))
        _ = ELFFile(temporary.path(of: "damaged"))?.buildID
      }
      #expect(ELFFile(temporary.path(of: "missing")) == nil)
    }

    @Test func onlyAnotherWorkingDirectoryIsNamed() async throws {
      let here = try await blocking { try Child("import signal; print(flush=True); signal.pause()") }
      #expect(try #require(RunningProgram(here.number)).otherWorkingDirectory == nil)
      let there = try await blocking { [temporary] in
        try Child("import os, signal, sys; os.chdir(sys.argv[1]); print(flush=True); signal.pause()", temporary.path)
      }
      #expect(try #require(RunningProgram(there.number)).otherWorkingDirectory == temporary.path)
      for child in [here, there] { child.end() }
    }
  }
#endif
