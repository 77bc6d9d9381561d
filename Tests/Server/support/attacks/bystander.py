"""A program that calls a small view of a server again and again, and measures how long each reply takes.

    bystander.py SOCKET PID

Each line on its standard input asks for a report, which is a line of JSON: the longest waits since the previous report.
It is a process of its own, so that it never waits for the client whose effect it measures.
"""
from __future__ import annotations

import json
import os
import select
import socket
import sys
import time

# Seconds between two calls.
PAUSE = 0.001


class Delay:
    """The seconds for which a thread was ready to run but had no core, because of other processes."""

    def __init__(self, pid):
        self._file = open(f"/proc/{pid}/task/{pid}/schedstat", "rb", buffering=0)

    def read(self):
        return int(os.pread(self._file.fileno(), 100, 0).split()[1]) / 1e9


def main(path, pid):
    server = socket.socket(socket.AF_UNIX)
    server.connect(path)
    lines = server.makefile("rb")
    delays = [Delay(pid), Delay(os.getpid())]

    def call(method, **params):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        server.sendall(json.dumps(message).encode() + b"\n")
        while b'"id":' not in (line := lines.readline()):
            if not line:
                raise ConnectionResetError("the server has ended")
        assert b'"result":' in line, line

    call("view/open", type="player", view="small")
    longest = {"wait": 0.0, "elapsed": 0.0, "calls": 0}
    print("ready", flush=True)
    while True:
        if select.select([0], [], [], PAUSE)[0]:
            if not os.read(0, 1 << 10):
                return
            print(json.dumps(longest), flush=True)
            longest = {"wait": 0.0, "elapsed": 0.0, "calls": 0}
        before, begun = sum(delay.read() for delay in delays), time.monotonic()
        call(("view/get", "togglePlaying")[longest["calls"] % 2], view="small")
        elapsed = time.monotonic() - begun
        wait = elapsed - (sum(delay.read() for delay in delays) - before)
        longest = {"wait": max(longest["wait"], wait), "elapsed": max(longest["elapsed"], elapsed),
                   "calls": longest["calls"] + 1}


if __name__ == "__main__":
    try:
        main(sys.argv[1], int(sys.argv[2]))
    except OSError as error:
        sys.exit(f"bystander: {error}")
