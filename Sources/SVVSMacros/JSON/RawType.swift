import SwiftSyntax

/// The type of a struct's raw values. Its name is only known if it is written in the declaration.
struct RawType {
  /// The integer types of the standard library.
  static let integers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]

  private let name: String?

  fileprivate init(name: String?) { self.name = name }

  /// Whether values of the struct can be the keys of a dictionary. False if the name of the type is unknown.
  var isKey: Bool { name.map { $0 == "String" || $0 == "UUID" || RawType.integers.contains($0) } ?? false }
}

extension StructDeclSyntax {
  /// The type of the raw values. Nil unless the declaration conforms to `RawRepresentable` or `OptionSet`.
  var rawType: RawType? {
    for inherited in inheritedTypes {
      if inherited == "RawRepresentable" || inherited == "OptionSet" { return RawType(name: typeOfRawValue) }
      if inherited.hasPrefix("RawRepresentable<") {
        return RawType(name: String(inherited.dropFirst("RawRepresentable<".count).dropLast()))
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
