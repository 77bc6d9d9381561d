// A test that asserts on states and failures reads them as what they are.
@_exported public import StateProtocol
