import JSON
import SVVS

/// A step of a patch.
enum PatchStep: JSONRepresentable {
  static let jsonSchema = JSONSchema.oneOf([PatchPlacement.jsonSchema, PatchRemoval.jsonSchema])
}

/// A step that adds a value to the state, or puts it in the place of another.
@JSONCodable
struct PatchPlacement {
  /// What to do.
  let op: PatchPlacementOperation
  /// Where, as a JSON Pointer into the state.
  let path: String
  /// What is put there.
  let value: JSON
}

/// What a step that has a value does with it.
@JSONCodable
enum PatchPlacementOperation: String {
  case add, replace
}

/// A step that takes a value out of the state.
@JSONCodable
struct PatchRemoval {
  /// What to do.
  let op: PatchRemovalOperation
  /// Where, as a JSON Pointer into the state.
  let path: String
}

/// What a step without a value does.
@JSONCodable
enum PatchRemovalOperation: String {
  case remove
}
