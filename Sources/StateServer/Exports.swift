// A program that serves an app at a socket needs the types of the address and the error.
@_exported public import struct LocalSocket.LocalSocketError
@_exported public import struct LocalSocket.ServerAddress
