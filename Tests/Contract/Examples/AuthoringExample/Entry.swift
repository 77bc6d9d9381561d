import SVVS

@JSONCodable struct Entry {
  let book: Book.ID
  var priority: Priority = .someday
  var remark: String?
}
@JSONCodable enum Priority: String { case soon, someday }
