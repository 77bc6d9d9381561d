/// A descriptor that is closed when the last reference to this object is released.
package final class OwnedDescriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  package init(_ file: FileDescriptor) {
    number = file.rawValue
  }

  deinit {
    close(number)
  }

  package var file: FileDescriptor { FileDescriptor(rawValue: number) }
}
