"""The first request of a conversation: who we are, and whether both sides mean the same protocol."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from .errors import ProtocolVersionMismatch
from .messages import member

PROTOCOL_VERSION = 1


def initialize_params(options: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of `initialize`: the defaults, with `options` in place of some. None leaves a parameter out.

    >>> from svvs.handshake import initialize_params
    >>> initialize_params({"processId": None, "clientInfo": {"name": "my-editor"}})
    {'protocolVersion': 1, 'clientInfo': {'name': 'my-editor'}, 'capabilities': {'cause': True}}
    """
    params: dict[str, Any] = {
        "protocolVersion": PROTOCOL_VERSION,
        "clientInfo": {"name": "svvs for Python"},
        "processId": os.getpid(),  # so that the server ends when this process does, however it does
        "capabilities": {"cause": True},
    }
    return {name: value for name, value in {**params, **options}.items() if value is not None}


def checked(result: Any) -> Mapping[str, Any]:
    """The result of `initialize`.

    >>> from svvs.handshake import checked
    >>> checked({"protocolVersion": 2})
    Traceback (most recent call last):
    svvs.errors.ProtocolVersionMismatch: the server speaks version 2 of the protocol, this client version 1: \
update the older one
    """
    version = member(result, "protocolVersion", int)
    if version != PROTOCOL_VERSION:
        raise ProtocolVersionMismatch(version, PROTOCOL_VERSION)
    members: Mapping[str, Any] = result
    return members


def opening(
    type: str, view: str | None, session: str | None, delivery: str | None, params: Mapping[str, Any]
) -> dict[str, Any]:
    """The parameters of `view/open`."""
    members = {"type": type, "view": view, "session": session, "delivery": delivery, "params": params}
    return {name: value for name, value in members.items() if value is not None}
