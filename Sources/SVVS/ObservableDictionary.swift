/// A dictionary that is observed key by key: a change of one value concerns only who read that key.
///
/// Observation by property would make every view of any user look again when one user changes; here
/// the cost of a change grows with the views that show it.
///
/// ```swift
/// @MainActor @Observable
/// final class UserStore {
///   let values = ObservableDictionary<User.ID, User>()
/// }
/// ```
@MainActor
public final class ObservableDictionary<Key: Hashable, Value> {
  private var cells: [Key: Cell] = [:]

  /// A dictionary without values.
  public init() {}

  /// The value of a key, or nil if it has none; setting nil removes it.
  public subscript(key: Key) -> Value? {
    get { cell(for: key).value }
    set { cell(for: key).value = newValue }
  }

  /// A key that was read but has no value needs a cell as well, to tell when it gets one.
  private func cell(for key: Key) -> Cell {
    if let cell = cells[key] { return cell }
    let cell = Cell()
    cells[key] = cell
    return cell
  }

  @MainActor @Observable
  fileprivate final class Cell {
    var value: Value?

    init() {}
  }
}
