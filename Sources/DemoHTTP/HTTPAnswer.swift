import DemoApp
import Foundation
import JSON

/// An answer of a service, as it arrives.
///
/// libcurl accepts some ambiguous heads, for example with two different lengths. This type rejects those.
struct HTTPAnswer {
  /// The maximum size of a body, in bytes.
  static let maximumBodySize = 4 << 20
  /// The maximum total size, in bytes, of the head, of the heads of interim answers, and of the trailers.
  static let maximumHeadSize = 128 << 10

  /// The status of the answer, or of an interim answer. Nil if no status line has arrived.
  private(set) var status: Int?
  private(set) var body: [UInt8] = []
  /// Whether the head has arrived. The head of an interim answer does not count.
  private(set) var hasHead = false
  private var headSize = 0
  private var headers: [String: String] = [:]

  /// Whether the first line of an answer has arrived.
  var hasBegun: Bool { headSize > 0 }

  /// Whether the status is that of a success. The bodies of other answers are not needed.
  var isSuccess: Bool { status.map { 200..<300 ~= $0 } ?? false }

  /// The first value of a header, without the spaces around it. The name is in lowercase letters.
  subscript(header: String) -> String? { headers[header] }

  /// Adds a line of a head, or of the trailers.
  mutating func addLine(_ bytes: UnsafeRawBufferPointer) throws(RepositoryError) {
    headSize += bytes.count
    guard headSize <= HTTPAnswer.maximumHeadSize else { throw .tooLarge }
    guard !hasHead else { return }
    let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let line = String(decoding: bytes[..<(end.map { $0 + 1 } ?? 0)], as: UTF8.self)
    if status == nil {
      status = try HTTPAnswer.status(in: line)
    } else if line.isEmpty {
      try endHead()
    } else {
      try addHeader(line)
    }
  }

  // A regular expression would take a third of a millisecond in a debug build, for each of thousands of interim answers.
  private static func status(in line: String) throws(RepositoryError) -> Int {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count > 1, words[0].hasPrefix("HTTP/1."), words[0].utf8.count == 8, words[1].utf8.count == 3,
      let status = Int(digits: words[1])
    else { throw .unexpectedReply }
    return status
  }

  private mutating func addHeader(_ line: String) throws(RepositoryError) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let name = line[..<colon].lowercased()
    let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    guard let first = headers.updateValue(value, forKey: name) else { return }
    guard name != "content-length" || first == value else { throw .unexpectedReply }
    headers[name] = first
  }

  private mutating func endHead() throws(RepositoryError) {
    // An answer with the status 101 has no other answer after it.
    if let status, 100..<200 ~= status, status != 101 {
      self.status = nil
      headers = [:]
      return
    }
    hasHead = true
    guard isSuccess, let length = headers["content-length"] else { return }
    guard length.wholeMatch(of: /[0-9]+/) != nil else { throw .unexpectedReply }
    guard let length = Int(length), length <= HTTPAnswer.maximumBodySize else { throw .tooLarge }
  }

  /// Adds a part of the body.
  mutating func addBody(_ bytes: UnsafeRawBufferPointer) throws(RepositoryError) {
    guard body.count + bytes.count <= HTTPAnswer.maximumBodySize else { throw .tooLarge }
    body += bytes
  }
}
