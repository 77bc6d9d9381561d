// A test that asserts on states and errors reads them as JSON.
@_exported public import JSON
