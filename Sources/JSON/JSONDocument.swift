import CArena
import CJansson

/// The owner of a parsed tree and of the memory it is in, which is released as a whole.
///
/// Sendable although the compiler cannot see it: the tree is never changed after parsing, and
/// reading it touches no reference count.
final class JSONDocument: @unchecked Sendable {
  typealias Node = UnsafeMutablePointer<json_t>

  let root: Node
  private let memory: OpaquePointer

  /// Readies jansson, before it makes the first tree: all memory comes from the arena that is open, and what the
  /// hashes are seeded with is drawn now, which must not happen on two threads at once. Jansson must print nothing
  /// while an arena is open: from 2.15 on it keeps what it allocates for that.
  private static let isReady: Void = {
    json_set_alloc_funcs(svvs_allocate, svvs_release)
    json_object_seed(0)
  }()

  /// Makes a tree.
  ///
  /// - Parameters:
  ///   - size: How many bytes it is likely to take.
  ///   - make: Returns the root; nil for no document.
  init?(size: Int, _ make: () -> Node?) {
    _ = JSONDocument.isReady
    guard let memory = svvs_arena_open(size) else { fatalError("out of memory") }
    let root = make()
    svvs_arena_close()
    guard let root else {
      svvs_arena_free(memory)
      return nil
    }
    (self.root, self.memory) = (root, memory)
  }

  deinit {
    svvs_arena_free(memory)
  }
}
