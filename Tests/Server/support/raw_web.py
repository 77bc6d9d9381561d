"""HTTP and WebSocket over a plain socket, so that tests can send what no browser sends."""
from __future__ import annotations

import dataclasses
import json
import os
import socket
import struct

from streams import DEADLINE

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


@dataclasses.dataclass
class Response:
    status: int
    headers: dict
    body: bytes


class RawConnection:
    """A connection to the port of `web`."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), DEADLINE)
        self.unread = b""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        self.socket.close()

    def write(self, data):
        self.socket.sendall(data)

    def read(self, count):
        """The next bytes; fewer if the connection ends before."""
        while len(self.unread) < count and self._fill():
            pass
        data, self.unread = self.unread[:count], self.unread[count:]
        return data

    def read_rest(self):
        while self._fill():
            pass
        data, self.unread = self.unread, b""
        return data

    def has_ended(self):
        """Waits for the end of the connection, which sends nothing more."""
        return self.read_rest() == b""

    def response(self):
        """Reads a response with its body."""
        while b"\r\n\r\n" not in self.unread:
            assert self._fill(), f"ended within the head: {self.unread!r}"
        head, _, self.unread = self.unread.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        headers = {}
        for name, _, value in (line.partition(": ") for line in lines):
            assert name.lower() not in headers, f"twice: {name}"
            headers[name.lower()] = value
        return Response(int(first.split()[1]), headers, self.read(int(headers.get("content-length", 0))))

    def _fill(self):
        try:
            data = self.socket.recv(1 << 16)
        except ConnectionResetError:
            data = b""
        self.unread += data
        return bool(data)


def request(port, target="/", *lines, method="GET", host=..., body=b""):
    """Sends a request with lines of headers, and returns the response."""
    host = f"127.0.0.1:{port}" if host is ... else host
    own = [] if host is None else [f"Host: {host}"]
    with RawConnection(port) as connection:
        connection.write("\r\n".join([f"{method} {target} HTTP/1.1", *own, *lines, "", ""]).encode() + body)
        response = connection.response()
        assert connection.has_ended()
        return response


class RawWebSocket(RawConnection):
    """A WebSocket, without a login. `origin` is that of the page unless a test chooses another."""

    def __init__(self, port, origin=..., host=..., *lines):
        super().__init__(port)
        host = f"127.0.0.1:{port}" if host is ... else host
        origin = f"http://127.0.0.1:{port}" if origin is ... else origin
        self.write("\r\n".join([
            "GET /connection HTTP/1.1", f"Host: {host}", *([] if origin is None else [f"Origin: {origin}"]),
            "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13",
            *lines, "", ""]).encode())
        self.opening = self.response()

    def send(self, data, opcode=TEXT, is_last=True, mask=os.urandom(4), reserved=0):
        """Sends a frame."""
        data = data.encode() if isinstance(data, str) else data
        self.write(frame_head(opcode, len(data), is_last, mask, reserved) + masked(data, mask))

    def frame(self):
        """The next frame: its opcode, whether it is the last of its message, and its data. None at the end."""
        head = self.read(2)
        if len(head) < 2:
            return None
        assert not head[1] & 0x80 and not head[0] & 0x70
        size = head[1]
        if size == 126:
            size, = struct.unpack("!H", self.read(2))
        elif size == 127:
            size, = struct.unpack("!Q", self.read(8))
        return head[0] & 15, bool(head[0] & 0x80), self.read(size)

    def message(self):
        """The next text message; pings are answered."""
        parts = []
        while True:
            found = self.frame()
            assert found, "the WebSocket has ended"
            opcode, is_last, data = found
            if opcode == PING:
                self.send(data, PONG)
                continue
            assert opcode == (CONTINUATION if parts else TEXT), found
            parts.append(data)
            if is_last:
                return b"".join(parts).decode()

    def closed(self):
        """Waits for the close frame: its code and reason. Skips messages."""
        while found := self.frame():
            if found[0] == CLOSE:
                return struct.unpack("!H", found[2][:2])[0], found[2][2:].decode()
        return None

    def log_in(self, link=None, secret=None, starts=True):
        """Logs in with a link or a secret, and returns the reply."""
        login = {"secret": secret} if link is None else {"token": link.partition("#token=")[2]}
        self.send(json.dumps({**login, "start": starts}))
        self.reply = json.loads(self.message())
        return self.reply

    def refused(self, link=None, secret=None, starts=True):
        """Tries to log in, and returns the code and the reason of the refusal."""
        login = {"secret": secret} if link is None else {"token": link.partition("#token=")[2]}
        self.send(json.dumps({**login, "start": starts}))
        return self.closed()

    def call(self, method, parameters=None, id=1):
        """Calls a method, and returns the result; skips notifications."""
        self.send(json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": parameters or {}}))
        while True:
            message = json.loads(self.message())
            if message.get("id") == id:
                return message["result"]


def frame_head(opcode, size, is_last=True, mask=bytes(4), reserved=0):
    """The head of a frame from a client. Without a mask, the frame is not masked."""
    head = bytes([opcode | reserved << 4 | (0x80 if is_last else 0)])
    bit = 0x80 if mask is not None else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += struct.pack("!BH", bit | 126, size)
    else:
        head += struct.pack("!BQ", bit | 127, size)
    return head + (mask or b"")


def masked(data, mask):
    if mask is None:
        return data
    count = len(data)
    key = int.from_bytes(mask * (count // 4 + 1), "big") >> 8 * (4 * (count // 4 + 1) - count)
    return (int.from_bytes(data, "big") ^ key).to_bytes(count, "big")
