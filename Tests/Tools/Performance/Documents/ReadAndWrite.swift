import Foundation
import JSON

/// Parses a document and writes it again, a number of times each, and prints the nanoseconds of one time.
///
///     JSONThroughput FILE TIMES
@main
struct ReadAndWrite {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let times = Int(arguments[2]), times > 0 else {
      FileHandle.standardError.write(Data("usage: JSONThroughput FILE TIMES\n".utf8))
      exit(2)
    }
    let text = Array(try Data(contentsOf: URL(filePath: arguments[1])))
    let document = try JSONValue(parsing: text)
    var writer = JSONWriter()
    let parsing = try nanoseconds(times) { _ = try JSONValue(parsing: text) }
    let writing = nanoseconds(times) {
      writer.removeAll()
      writer.write(document)
    }
    print(#"{"parse":\#(parsing),"write":\#(writing)}"#)
  }

  private static func nanoseconds(_ times: Int, _ work: () throws -> Void) rethrows -> Int64 {
    let duration = try ContinuousClock().measure { for _ in 0..<times { try work() } }
    let (seconds, attoseconds) = duration.components
    return (seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / Int64(times)
  }
}
