import NIOCore
import Testing

@testable import StateServerWeb

struct FrameDividerTests {
  @Test(arguments: [0, 125, 126, 4096, 4097, 65_535, 65_536], [[], [1, 2, 3, 4]] as [[UInt8]])
  func onlyALongFrameIsDividedWhereverItsHeadIsCut(size: Int, mask: [UInt8]) {
    let data = (0..<size).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
    let head = FrameDividerTests.head(0x81, size, mask)
    let ping = ByteBuffer(bytes: FrameDividerTests.head(0x89, 0, mask))
    let frame = ByteBuffer(bytes: head + data)
    let fragments = stride(from: 0, to: size, by: 4096).map { start in
      let end = min(start + 4096, size)
      let first: UInt8 = (start == 0 ? 0x01 : 0) | (end == size ? 0x80 : 0)
      // Also a short last fragment has a size of 16 bits.
      let fragment = [first, mask.isEmpty ? 0x7E : 0xFE, UInt8((end - start) >> 8), UInt8((end - start) & 0xFF)]
      return ByteBuffer(bytes: fragment + mask + data[start..<end])
    }
    for cut in 0...head.count {
      var divider = FrameDivider()
      var buffer = ByteBuffer(bytes: head[..<cut])
      var parts: [ByteBuffer] = []
      while let part = divider.next(in: &buffer) { parts.append(part) }
      #expect(parts.isEmpty || cut == head.count && size == 0, "the head is cut after \(cut) bytes")
      buffer.writeBytes(head[cut...] + data)
      buffer.writeImmutableBuffer(ping)
      while let part = divider.next(in: &buffer) { parts.append(part) }
      #expect(parts == (size > 4096 ? fragments : [frame]) + [ping], "the head is cut after \(cut) bytes")
      #expect(buffer.readableBytes == 0)
    }
  }

  private static func head(_ first: UInt8, _ size: Int, _ mask: [UInt8]) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.writeInteger(first)
    let masked: UInt8 = mask.isEmpty ? 0 : 0x80
    switch size {
    case ...125: buffer.writeInteger(masked | UInt8(size))
    case ...65_535: buffer.writeMultipleIntegers(masked | 126, UInt16(size))
    default: buffer.writeMultipleIntegers(masked | 127, UInt64(size))
    }
    return Array(buffer.readableBytesView) + mask
  }
}
