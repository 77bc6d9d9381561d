// The module of the C library has a different name on each system. A module that imports this one needs to import
// neither the C library nor swift-system.
@_exported public import SystemPackage

#if canImport(Darwin)
  @_exported public import Darwin
#else
  @_exported public import Glibc
#endif
