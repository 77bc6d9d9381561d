// Tests need the types of states and of failures, to compare states and failures.
@_exported public import StateProtocol
