import CSupport
import CJansson

/// The owner of a parsed tree and of its memory, which is released as a whole.
///
/// The class is sendable, although the compiler cannot check this: the tree does not change after parsing, and reading
/// it does not change a reference count.
final class JSONDocument: @unchecked Sendable {
  typealias Node = UnsafeMutablePointer<json_t>

  let root: Node
  private let memory: OpaquePointer

  /// Prepares jansson, before it makes the first tree. From then on, jansson takes all memory from the open arena. The
  /// seed of its hashes is also generated here, because two threads must not generate it at the same time.
  ///
  /// Jansson must not write JSON while an arena is open: from version 2.15 on, it keeps memory that it allocates for
  /// that.
  private static let isReady: Void = {
    json_set_alloc_funcs(svvs_allocate, svvs_release)
    json_object_seed(0)
  }()

  /// Makes a tree.
  ///
  /// - Parameters:
  ///   - size: The expected size of the tree, in bytes.
  ///   - make: Returns the root of the tree. If it returns nil, the initializer returns nil.
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
