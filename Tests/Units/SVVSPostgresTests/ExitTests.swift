import Testing

@testable import SVVSPostgres

#if os(Linux)
  import Glibc
#endif

struct ExitTests {
  @Test func exitHandlersOfTheProgramRunAfterLibpqWasLoaded() async {
    let result = await #expect(processExitsWith: .exitCode(7), observing: [\.standardOutputContent]) {
      atexit { print("handled") }
      _ = try PostgresLibrary.functions()
      exit(7)
    }
    #expect(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self).contains("handled") } == true)
  }
}
