// Tests compare states and failures by their types.
@_exported public import StateProtocol
