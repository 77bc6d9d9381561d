import SwiftSyntax

/// The type of a member, and the names of the functions that write and read its values.
///
/// If the type has no JSON form, the compiler reports only the argument of the schema: `_member` and `_decode` compile.
/// In a generic type, the arguments of its type parameters may have a schema only, and nothing is checked there.
struct MemberType {
  /// The source of an expression of the type.
  let source: String
  let member: String
  let decode: String

  /// Describes the type of a member.
  ///
  /// - Parameters:
  ///   - source: The source of an expression of the type.
  ///   - isStandard: Whether the type certainly has a form.
  ///   - isRead: Whether values are also read.
  ///   - declaration: The type that has the member.
  init(_ source: String, isStandard: Bool, isRead: Bool = true, in declaration: some DeclGroupSyntax) {
    let parameters = Syntax(declaration).asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    if isStandard || parameters != nil {
      (self.source, member, decode) = (source, "member", "decode")
    } else {
      self.source = "_theTypeMustBeMarkedJSONCodable(\(isRead ? "" : "written: ")\(source))"
      (member, decode) = ("_member", "_decode")
    }
  }
}
