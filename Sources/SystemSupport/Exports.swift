// The module of the C library has a different name on each system. A module that imports this one does not need to
// import the C library or swift-system.
@_exported public import SystemPackage

#if canImport(Darwin)
  @_exported public import Darwin
#else
  @_exported public import Glibc
#endif
