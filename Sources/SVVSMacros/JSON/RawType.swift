import SwiftSyntax

/// The types of raw values whose names are known.
enum RawType {
  /// The integer types of the standard library.
  static let integers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
  /// The types whose values can be the keys of a dictionary.
  static let keys = integers.union(["String", "UUID"])
}

extension StructDeclSyntax {
  /// The name of the type of the raw values; empty if it is not written in the declaration. Nil unless the declaration
  /// conforms to `RawRepresentable` or `OptionSet`.
  var rawType: String? {
    for inherited in inheritedTypes {
      if inherited == "RawRepresentable" || inherited == "OptionSet" { return typeOfRawValue ?? "" }
      if inherited.hasPrefix("RawRepresentable<") {
        return String(inherited.dropFirst("RawRepresentable<".count).dropLast())
      }
    }
    return nil
  }

  private var typeOfRawValue: String? {
    memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self)?.bindings.first }
      .first { $0.pattern.trimmedDescription == "rawValue" }?.typeAnnotation?.type.trimmedDescription
  }
}

extension DeclGroupSyntax {
  /// The types after the colon of the declaration, as source.
  var inheritedTypes: [String] { inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? [] }
}
