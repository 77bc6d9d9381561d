// Messages consist of types of these modules: JSON values, and the ids and framings of JSON-RPC.
@_exported public import JSON
@_exported public import JSONRPC
