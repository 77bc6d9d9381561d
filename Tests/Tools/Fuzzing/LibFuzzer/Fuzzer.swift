public import FuzzChecks

/// The fuzzer of the toolchain, libFuzzer.
public enum Fuzzer {
  /// Runs the fuzzer with the arguments of the process until it has a finding or has done all runs.
  ///
  /// - Parameter check: Checks one input, and returns whether to keep it.
  public static func run(_ check: @escaping (UnsafeRawBufferPointer) throws(Finding) -> Bool) {
    test = { input in
      do throws(Finding) {
        return try check(input)
      } catch {
        finding(error.description)
      }
    }
    var arguments = CommandLine.unsafeArgv
    var count = CommandLine.argc
    _ = runDriver(&count, &arguments) { start, count in testOne(start, count) }
  }

  /// Reports a fault of the code under test; the fuzzer keeps the input.
  public static func finding(_ message: String) -> Never {
    fatalError("finding: \(message)")
  }

  // Unsafe only to the compiler: it is set once, before the fuzzer calls it on the same thread.
  nonisolated(unsafe) fileprivate static var test: (UnsafeRawBufferPointer) -> Bool = { _ in true }
}

/// Reports a finding unless a condition holds.
public func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { Fuzzer.finding(message()) }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

// The fuzzer's own main function, which is linked but not run, requires this name.
@_cdecl("LLVMFuzzerTestOneInput")
func testOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Fuzzer.test(UnsafeRawBufferPointer(start: start, count: count)) ? 0 : -1
}
