import SVVS

@JSONCodable
struct Row {
  let id: Int
  var title: String

  static func numbered(_ number: Int) -> Row { Row(id: number, title: "The title of row \(number)") }
}
