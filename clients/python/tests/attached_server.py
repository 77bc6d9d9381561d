"""Clients that are attached to a shared server, and the failures that tests cause: killing `attach` or the server."""

from __future__ import annotations

import os
import signal
from typing import Any

import svvs
from support import sharable_server


def attached(place: str, **options: Any) -> svvs.Server:
    return svvs.attach(place, command=sharable_server(), **options)


def attached_async(place: str, **options: Any) -> svvs.AsyncServer:
    return svvs.AsyncServer.attach(place, command=sharable_server(), **options)


def cut(server: svvs.Server | svvs.AsyncServer, number: int = signal.SIGKILL) -> None:
    """Kills the command through which a client is attached."""
    transport: Any = server._client._process._transport
    os.kill(transport.get_pid(), number)


def cut_noticed(server: svvs.Server) -> None:
    """Kills the command, and waits until the client notices. The client then holds messages for the next connection."""
    process = server._client._process
    cut(server)
    server._thread.run(process.finished.wait)


def lose_output(server: svvs.Server) -> None:
    """Discards what the server sends on this connection from now on."""
    server._client._process._received = lambda data: True


def kill(server: svvs.Server | svvs.AsyncServer) -> None:
    """Kills the server itself."""
    os.kill(server.info["process"]["pid"], signal.SIGKILL)


def slow(seconds: float) -> dict[str, Any]:
    """The arguments of an action of `effects` that takes this many seconds."""
    return {"action": "buttonTap", "seconds": seconds}
