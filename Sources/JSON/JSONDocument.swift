import CJansson

/// The owner of a parsed tree: the only place that holds a reference jansson counts.
///
/// Sendable although the compiler cannot see it: the tree is never changed after parsing, and
/// reading it touches no reference count.
final class JSONDocument: @unchecked Sendable {
  typealias Node = UnsafeMutablePointer<json_t>

  let root: Node

  /// Takes over the reference that jansson's parser returned.
  init(owning root: Node) {
    self.root = root
  }

  deinit {
    json_decref(root)
  }
}
