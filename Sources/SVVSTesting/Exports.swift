// Tests need the types of states and failures to compare them.
@_exported public import StateProtocol
