"""Clients that are attached to a shared server, and the loss of their connections."""

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


def cut(server: svvs.Server | svvs.AsyncServer) -> None:
    """Kills the command through which a client is attached."""
    transport: Any = server._client.process._transport
    os.kill(transport.get_pid(), signal.SIGKILL)


def slow(seconds: float) -> dict[str, Any]:
    """The arguments of an action of `effects` that takes this many seconds."""
    return {"action": "buttonTap", "seconds": seconds}
