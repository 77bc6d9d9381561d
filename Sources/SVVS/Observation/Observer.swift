/// An object that is notified when a dependency of one of its computations changes.
///
/// An observer numbers its computations, and stores the ``Dependencies`` of each.
@MainActor
package protocol Observer: AnyObject {
  /// Marks a computation as dirty, because a dependency has changed for the first time since the computation ran.
  ///
  /// This method must not read observed properties.
  func changed(_ computation: Int)
}
