import SystemSupport

/// The program of another process, compared with the program of this process.
///
/// Only `/proc` provides that. On a system without it, and for a process in another PID namespace or of another user,
/// nothing is known.
package struct RunningProgram {
  private let directory: String

  /// - Parameter process: The number of the process, or 0 if it runs in another PID namespace.
  package init?(_ process: Int32) {
    guard process > 0 else { return nil }
    directory = "/proc/\(process)"
  }

  /// Whether the process runs another build than this process.
  ///
  /// Two files are the same build if they have the same build id, which linkers derive from the contents. Without an id in
  /// both, they are different builds. The file of a running program cannot be changed in place, but it can be replaced;
  /// the link in `/proc` still leads to the former file.
  package var isOtherBuild: Bool {
    guard let own = FileIdentity(path: "/proc/self/exe"), let other = FileIdentity(path: "\(directory)/exe"),
      own != other
    else { return false }
    guard let ownID = ELFFile("/proc/self/exe")?.buildID, let otherID = ELFFile("\(directory)/exe")?.buildID else {
      return true
    }
    return ownID != otherID
  }

  /// The working directory of the process, in printable form, if it is not that of this process.
  package var otherWorkingDirectory: String? {
    guard let own = FileIdentity(path: "."), let other = FileIdentity(path: "\(directory)/cwd"), own != other else {
      return nil
    }
    var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
    guard readlink("\(directory)/cwd", &path, path.count - 1) > 0 else { return nil }
    return String(decoding: path.prefix { $0 != 0 }, as: UTF8.self).shown
  }

  /// The arguments of the process, without the name of its program. Nil if the system does not provide them.
  package var arguments: [String]? {
    let words = contents(of: "cmdline")?.split(separator: 0, omittingEmptySubsequences: false).dropFirst().dropLast()
    return words?.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a process was stopped by a signal or a debugger. False if the system does not tell.
  static func isStopped(_ process: Int32) -> Bool {
    // The name of the program, in parentheses, may contain any character.
    guard let text = RunningProgram(process)?.contents(of: "stat"),
      let nameEnd = text.lastIndex(of: UInt8(ascii: ")")), nameEnd + 2 < text.count
    else { return false }
    return "Tt".utf8.contains(text[nameEnd + 2])
  }

  private func contents(of name: String) -> [UInt8]? {
    try? OwnedDescriptor(.open("\(directory)/\(name)", .readOnly, options: .closeOnExec)).readToEnd()
  }
}

/// A 64-bit ELF file of this machine.
struct ELFFile {
  private let file: OwnedDescriptor
  private let header: [UInt8]

  /// Opens the file. Returns nil if it cannot be read, or is another kind of file.
  init?(_ path: String) {
    guard let file = try? OwnedDescriptor(.open(path, .readOnly, options: .closeOnExec)),
      let header = ELFFile.read(file, 64, at: 0),
      // The magic number, 64 bits, little-endian.
      header[..<6] == [0x7f, 0x45, 0x4c, 0x46, 2, 1]
    else { return nil }
    (self.file, self.header) = (file, header)
  }

  /// The id that the linker has given to the build: the description of the note `NT_GNU_BUILD_ID`. Nil if there is none.
  var buildID: [UInt8]? {
    let (size, count) = (header.number(2, at: 54), header.number(2, at: 56))
    guard size >= 56, let table = ELFFile.read(file, size * count, at: header.number(8, at: 32)) else { return nil }
    for entry in stride(from: 0, to: table.count, by: size) where table.number(4, at: entry) == ELFFile.noteSegment {
      let length = min(table.number(8, at: entry + 32), ELFFile.maximumNotes)
      guard let notes = ELFFile.read(file, length, at: table.number(8, at: entry + 8)) else { continue }
      if let found = ELFFile.buildID(in: notes) { return found }
    }
    return nil
  }

  private static let noteSegment = 4
  private static let maximumNotes = 1 << 16

  /// Each note consists of the sizes of its name and description, its type, the name, and the description. The name and
  /// the description are padded to a multiple of four bytes.
  private static func buildID(in notes: [UInt8]) -> [UInt8]? {
    var start = 0
    while start + 12 <= notes.count {
      let description = start + 12 + (notes.number(4, at: start) + 3) & ~3
      let end = description + notes.number(4, at: start + 4)
      guard end <= notes.count else { return nil }
      if notes.number(4, at: start + 8) == 3, notes[(start + 12)..<description].elementsEqual("GNU\0".utf8) {
        return Array(notes[description..<end])
      }
      start = (end + 3) & ~3
    }
    return nil
  }

  /// Reads a number of bytes. Returns nil if the file has fewer.
  private static func read(_ file: OwnedDescriptor, _ count: Int, at offset: Int) -> [UInt8]? {
    guard count <= 1 << 20, offset >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try? bytes.withUnsafeMutableBytes { try file.file.read(fromAbsoluteOffset: Int64(offset), into: $0) }
    return read == count ? bytes : nil
  }
}

extension [UInt8] {
  /// The little-endian number at an offset, at most `Int.max`.
  fileprivate func number(_ size: Int, at offset: Int) -> Int {
    Int(clamping: self[offset..<(offset + size)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
