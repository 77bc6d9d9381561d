public import JSON

/// A place in a file on the machine of the server. Front ends show it as `path:line:column`.
///
/// To have front ends open the file, mark a property with ``OpensFile(member:)``.
///
/// The path may come from anywhere: front ends open only regular files that exist, and say so in a message if a path is
/// not one.
@JSONCodable(omitsNil: true)
public struct FileLocation: Hashable, Sendable {
  /// The absolute path of the file.
  public var path: String
  /// The line, counted from 1.
  public var line: Int?
  /// The column in the line, in Unicode scalars, counted from 1. It has no effect without a line.
  public var column: Int?

  /// Creates a place in a file.
  public init(path: String, line: Int? = nil, column: Int? = nil) {
    (self.path, self.line, self.column) = (path, line, column)
  }
}
