import FuzzChecks
import LibFuzzer

@main
struct FuzzRequest {
  static func main() { Fuzzer.run(RequestCheck.run) }
}
