/// Is notified when what it has read changes.
///
/// It numbers its readings; each has a ``Reading`` to keep what it has read.
@MainActor
package protocol Observer: AnyObject {
  /// A reading may come out differently now. Called for each property that the reading has read, at its first change
  /// since; nothing may be read meanwhile.
  func changed(_ reading: Int)
}
