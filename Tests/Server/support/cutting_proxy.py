"""A proxy for a server's socket that cuts each connection after a number of bytes in either direction."""
from __future__ import annotations

import os
import select
import socket
import threading

PIECE = 1 << 16


class Cutter:
    """A socket that forwards connections to another, in a thread of its own. It cuts each connection as soon as it has
    passed a number of bytes in one direction; the other bytes are lost."""

    def __init__(self, path, target):
        self.path, self.target, self.count = path, str(target), 0
        # The number of bytes that each connection passes, to the server and from it; None for no limit.
        self.limits = (None, None)
        self._ends, self._rest = {}, {}
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self._wake, self._asleep = os.pipe()[::-1]
        self._poll = select.poll()
        for one in (self._listener.fileno(), self._asleep):
            self._poll.register(one, select.POLLIN)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self):
        """Cuts every connection, and accepts none."""
        os.write(self._wake, b"!")
        self._thread.join()
        for one in {end for pair in self._ends.values() for end in pair}:
            one.close()
        self._listener.close()
        os.close(self._wake)
        os.close(self._asleep)

    def _run(self):
        while True:
            for number, _ in self._poll.poll():
                if number == self._asleep:
                    return
                if number == self._listener.fileno():
                    self._accept()
                elif number in self._ends:
                    self._pass(number)

    def _accept(self):
        client, server = self._listener.accept()[0], socket.socket(socket.AF_UNIX)
        server.connect(self.target)
        for source, sink, limit in ((client, server, self.limits[0]), (server, client, self.limits[1])):
            self._ends[source.fileno()], self._rest[source.fileno()] = (source, sink), limit
            self._poll.register(source.fileno(), select.POLLIN)

    def _pass(self, number):
        """Passes a piece on. At its end, or after an error, closes the connection in both directions."""
        source, sink = self._ends[number]
        rest = self._rest[number]
        try:
            data = source.recv(PIECE if rest is None else min(PIECE, rest)) if rest != 0 else b""
            sink.sendall(data)
        except OSError:
            data = b""
        if rest is not None:
            self._rest[number] = rest - len(data)
        if not data or self._rest[number] == 0:
            self.count += rest is not None and self._rest[number] == 0
            self._cut(source, sink)

    def _cut(self, *pair):
        for one in pair:
            self._poll.unregister(one.fileno())
            del self._ends[one.fileno()], self._rest[one.fileno()]
            one.close()
