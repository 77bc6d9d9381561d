// An author's app is declared with what StateServer has, and its options with what ArgumentParser has.
@_exported public import ArgumentParser
@_exported public import StateServer
