// The C library has another name on each system. A module that imports this one needs no header of its own for it, nor
// for swift-system.
@_exported public import SystemPackage

#if canImport(Darwin)
  @_exported public import Darwin
#else
  @_exported public import Glibc
#endif
