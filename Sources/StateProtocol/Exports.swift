// Whoever reads a message finds the JSON forms of its parts, and the ids and framings of JSON-RPC, with it.
@_exported public import JSON
@_exported public import JSONRPC
