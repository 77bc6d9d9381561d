"""A proxy to a port of a server that cuts connections at a byte, holds back bytes, or refuses connections."""
from __future__ import annotations

import contextlib
import socket
import threading

PIECE = 1 << 16


class Proxy:
    """A port that forwards connections to another. Each connection is cut as soon as it has passed a number of bytes in
    one direction; the other bytes are lost."""

    def __init__(self, target):
        self.target = target
        # The number of bytes that each new connection passes, to the server and from it; None for no limit.
        self.limits = (None, None)
        self.count = 0
        self._cut = Cut()
        self._ends, self._moving = set(), threading.Event()
        self._moving.set()
        self._listen(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]

    def _listen(self, address):
        self._listener = socket.create_server(address)
        threading.Thread(target=self._accept, args=[self._listener], daemon=True).start()

    # Faults

    def hold(self):
        """Passes nothing on until `release`, without an error, like a network that loses packets."""
        self._moving.clear()

    def release(self):
        self._moving.set()

    def cut_after(self, sent=None, received=None):
        """Cuts the connection that passes the last of `sent` or `received` bytes of all connections, from now on."""
        self._cut = Cut(sent, received)
        return self._cut

    def cut(self):
        """Ends all connections."""
        for end in list(self._ends):
            self._end(end)

    def close(self):
        """Ends all connections, and refuses new ones."""
        # Wakes the thread that waits for the next connection.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.release()
        self.cut()

    def open(self):
        """Accepts connections again after `close`."""
        self._listen(("127.0.0.1", self.port))

    @property
    def client_ports(self):
        """The ports of its connections to the server."""
        ports = set()
        for end in list(self._ends):
            # The connection may have been closed.
            with contextlib.suppress(OSError):
                if end.getpeername()[1] == self.target:
                    ports.add(end.getsockname()[1])
        return ports

    # Threads

    def _accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                client = listener.accept()[0]
                self.count += 1
                try:
                    server = socket.create_connection(("127.0.0.1", self.target))
                except OSError:
                    client.close()
                    continue
                self._ends |= {client, server}
                for way, source, sink in ((0, client, server), (1, server, client)):
                    threading.Thread(target=self._pass, args=[way, source, sink, self.limits[way]], daemon=True).start()

    def _pass(self, way, source, sink, rest):
        """Forwards received bytes. At their end, or at a fault, closes the connection in both directions."""
        is_whole = True
        with contextlib.suppress(OSError):
            while rest != 0 and is_whole and (data := source.recv(PIECE if rest is None else min(PIECE, rest))):
                self._moving.wait()
                passed, is_whole = self._cut.take(way, data)
                sink.sendall(passed)
                rest = None if rest is None else rest - len(data)
        self._end(source)
        self._end(sink)

    def _end(self, end):
        self._ends.discard(end)
        # Another thread that waits for this end notices a shutdown, but not a close.
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


class Cut:
    """The byte of all connections together at which one of them is cut, once, in either direction."""

    def __init__(self, sent=None, received=None):
        self._rests, self._lock = [sent, received], threading.Lock()
        self.is_made = False

    def take(self, way, data):
        """Returns the part of the data that may pass, and whether its connection stays."""
        with self._lock:
            rest = self._rests[way]
            if rest is None or self.is_made:
                return data, True
            self._rests[way] = rest - len(data)
            self.is_made = len(data) >= rest
            return data[:rest], not self.is_made
