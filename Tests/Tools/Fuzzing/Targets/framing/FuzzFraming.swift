import FuzzChecks
import LibFuzzer

@main
struct FuzzFraming {
  static func main() { Fuzzer.run(FramingCheck.run) }
}
