// An app is declared with StateServer, and its options with ArgumentParser.
@_exported public import ArgumentParser
@_exported public import StateServer
