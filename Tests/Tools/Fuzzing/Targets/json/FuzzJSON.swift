import FuzzChecks
import LibFuzzer

@main
struct FuzzJSON {
  static func main() { Fuzzer.run(JSONCheck.run) }
}
