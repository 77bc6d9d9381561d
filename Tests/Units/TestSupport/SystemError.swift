/// An error of a system call.
package struct SystemError: Error {
  let number: Int32

  /// - Parameter number: The value of `errno`.
  package init(number: Int32) { self.number = number }
}
