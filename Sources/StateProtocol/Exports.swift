// Messages consist of JSON values.
@_exported public import JSON
