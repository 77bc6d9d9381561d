import Foundation

/// An error, a warning or a note of the compiler.
struct Diagnostic {
  /// A range of bytes in a file.
  struct Place {
    let file: String
    let range: Range<Int>
  }

  enum Severity: Int {
    case ignored, note, warning, error, fatal, remark
  }

  var severity = Severity.ignored
  var message = ""
  /// The file, and the offset at which the compiler points.
  var place = Place(file: "", range: 0..<0)
  /// The code that the compiler underlines.
  var ranges: [Place] = []
  var fixIts: [(place: Place, text: String)] = []
  var notes: [Diagnostic] = []

  /// Reads a file that the compiler writes with `-serialize-diagnostics`.
  ///
  /// The format is LLVM's bitstream. Unlike the text that the compiler prints, it contains each fix-it exactly.
  static func all(in file: URL) throws -> [Diagnostic] {
    var reader = BitstreamReader(bytes: [UInt8](try Data(contentsOf: file)))
    var files: [Int: String] = [:]
    return reader.blocks().filter { $0.id == diagnosticBlock }.map { Diagnostic($0, &files) }
  }

  /// The numbers of blocks and records in clang's `SerializedDiagnostics.h`.
  private static let diagnosticBlock = 9
  private enum Record {
    static let diagnostic = 2, range = 3, file = 6, fixIt = 7
  }

  private init(_ block: BitstreamReader.Block, _ files: inout [Int: String]) {
    // The number of a file precedes its name.
    for record in block.records where record.code == Record.file { files[record.values[0]] = record.text }
    /// The place between two locations. A location consists of the number of the file, the line, the column and the
    /// offset.
    func place(_ start: ArraySlice<Int>, _ end: ArraySlice<Int>) -> Place {
      let (number, offset, last) = (start.first ?? 0, start.last ?? 0, end.last ?? 0)
      return Place(file: files[number] ?? "", range: offset..<max(offset, last))
    }
    for record in block.records {
      let values = record.values
      switch record.code {
      case Record.diagnostic:
        (severity, message) = (Severity(rawValue: values[0]) ?? .ignored, record.text)
        self.place = place(values[1..<5], values[1..<5])
      case Record.range: ranges.append(place(values[0..<4], values[4..<8]))
      case Record.fixIt: fixIts.append((place(values[0..<4], values[4..<8]), record.text))
      default: break
      }
    }
    notes = block.blocks.map { Diagnostic($0, &files) }
  }
}

/// Reads the blocks of a bitstream. The block of a note is inside the block of its diagnostic.
private struct BitstreamReader {
  struct Block {
    let id: Int
    var records: [(code: Int, values: [Int], text: String)] = []
    var blocks: [Block] = []
  }

  private enum Operand {
    case literal(Int), fixed(Int), variable(Int), array, character, text
  }

  let bytes: [UInt8]
  /// The number of bits that have been read, after the four letters at the start.
  private var position = 32
  /// The shapes of records that the stream declares for each kind of block.
  private var shapes: [Int: [[Operand]]] = [:]

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func blocks() -> [Block] { block(-1, width: 2).blocks }

  private mutating func block(_ id: Int, width: Int) -> Block {
    var block = Block(id: id)
    var own = shapes[id] ?? []
    var described = 0
    while position + width <= bytes.count * 8 {
      switch fixed(width) {
      case 0:
        align()
        return block
      case 1:
        let (id, width) = (variable(8), variable(4))
        align()
        position += 32  // The length.
        block.blocks.append(self.block(id, width: width))
      case 2 where id == 0: shapes[described, default: []].append(shape())
      case 2: own.append(shape())
      case 3:
        let (code, count) = (variable(6), variable(6))
        let values = (0..<count).map { _ in variable(6) }
        // The block 0 describes the records of other blocks, whose number it states.
        if id == 0, code == 1 { described = values[0] }
        block.records.append((code, values, ""))
      case let number: block.records.append(record(own[number - 4]))
      }
    }
    return block
  }

  private mutating func shape() -> [Operand] {
    var operands: [Operand] = []
    for _ in 0..<variable(5) {
      if fixed(1) == 1 {
        operands.append(.literal(variable(8)))
        continue
      }
      switch fixed(3) {
      case 1: operands.append(.fixed(variable(5)))
      case 2: operands.append(.variable(variable(5)))
      case 3: operands.append(.array)
      case 4: operands.append(.character)
      default: operands.append(.text)
      }
    }
    return operands
  }

  private mutating func record(_ shape: [Operand]) -> (code: Int, values: [Int], text: String) {
    var values: [Int] = []
    var text = ""
    var operands = shape[...]
    while let operand = operands.popFirst() {
      switch operand {
      case .array:
        guard let element = operands.popFirst() else { break }
        for _ in 0..<variable(6) { values.append(value(element)) }
      case .text:
        let count = variable(6)
        align()
        text = String(decoding: bytes[position / 8..<position / 8 + count], as: UTF8.self)
        position += count * 8
        align()
      default: values.append(value(operand))
      }
    }
    return (values.removeFirst(), values, text)
  }

  private mutating func value(_ operand: Operand) -> Int {
    switch operand {
    case .literal(let value): value
    case .fixed(let width): fixed(width)
    case .variable(let width): variable(width)
    case .character: fixed(6)
    case .array, .text: 0
    }
  }

  private mutating func fixed(_ width: Int) -> Int {
    var value = 0
    for bit in 0..<width {
      value |= Int(bytes[position / 8] >> (position % 8) & 1) << bit
      position += 1
    }
    return value
  }

  private mutating func variable(_ width: Int) -> Int {
    let continuation = 1 << (width - 1)
    var (value, shift) = (0, 0)
    while true {
      let piece = fixed(width)
      value |= (piece & (continuation - 1)) << shift
      guard piece & continuation != 0 else { return value }
      shift += width - 1
    }
  }

  private mutating func align() { position = (position + 31) / 32 * 32 }
}
