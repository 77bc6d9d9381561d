// Whoever serves an app at a socket says where, and learns why not.
@_exported public import struct LocalSocket.LocalSocketError
@_exported public import struct LocalSocket.ServerAddress
