import NIOCore

/// Divides the long frames of a browser into fragments as they arrive, because NIO's decoder passes on a frame only when
/// all of it has arrived. A message can therefore have any size: the app's server limits it.
struct FrameDivider: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  /// A frame, or the part of a long frame that has not been passed on.
  private struct Frame {
    /// The first byte of the head, with the opcode.
    var start: UInt8
    let isMasked: Bool
    let mask: ByteBuffer
    var size: Int
  }

  /// The long frame that is arriving.
  private var longFrame: Frame?

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState {
    guard let part = next(in: &buffer) else { return .needMoreData }
    context.fireChannelRead(wrapInboundOut(part))
    return .continue
  }

  /// Reads a frame that is not long, or a fragment of a long frame; nil if more bytes are necessary.
  mutating func next(in buffer: inout ByteBuffer) -> ByteBuffer? {
    nextFragment(in: &buffer) ?? nextFrame(in: &buffer)
  }

  /// Reads a frame that is not long, or the head of a long frame together with its first fragment.
  private mutating func nextFrame(in buffer: inout ByteBuffer) -> ByteBuffer? {
    guard longFrame == nil else { return nil }
    var rest = buffer
    guard let (start, second) = rest.readMultipleIntegers(as: (UInt8, UInt8).self) else { return nil }
    let size: Int? =
      switch second & 0x7F {
      case 126: rest.readInteger(as: UInt16.self).map { Int($0) }
      case 127: rest.readInteger(as: UInt64.self).map { Int(clamping: $0) }
      case let size: Int(size)
      }
    let isMasked = second & 0x80 != 0
    guard let size, let mask = rest.readSlice(length: isMasked ? 4 : 0) else { return nil }
    let headSize = rest.readerIndex - buffer.readerIndex
    guard size > WebLimits.frameSize else { return buffer.readSlice(length: headSize + size) }
    buffer.moveReaderIndex(forwardBy: headSize)
    longFrame = Frame(start: start, isMasked: isMasked, mask: mask, size: size)
    return nextFragment(in: &buffer)
  }

  /// Reads a fragment of the long frame. Its size is a multiple of the size of the mask, unless it is the last one.
  private mutating func nextFragment(in buffer: inout ByteBuffer) -> ByteBuffer? {
    guard var frame = longFrame, let data = buffer.readSlice(length: min(frame.size, WebLimits.frameSize)) else {
      return nil
    }
    frame.size -= data.readableBytes
    var fragment = ByteBuffer()
    fragment.writeInteger(frame.size > 0 ? frame.start & 0x7F : frame.start)
    fragment.writeInteger(UInt8(frame.isMasked ? 0xFE : 0x7E))
    fragment.writeInteger(UInt16(data.readableBytes))
    fragment.writeImmutableBuffer(frame.mask)
    fragment.writeImmutableBuffer(data)
    // The next fragment is a continuation.
    frame.start &= 0xF0
    longFrame = frame.size > 0 ? frame : nil
    return fragment
  }
}
