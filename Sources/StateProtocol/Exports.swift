// Messages consist of JSON values. No file of this module may import JSON as `package`: the compiler would then optimize
// no use of JSON across modules, and an action would take 890 instructions more.
@_exported public import JSON
