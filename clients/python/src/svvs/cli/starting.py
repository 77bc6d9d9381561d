"""The server that a command talks to."""

from __future__ import annotations

import argparse

from ..errors import Error, TimedOut
from ..server import Server
from .words import WordError


class NoServer(Error):
    """There is no server to talk to."""


def started(options: argparse.Namespace, timeout: float | None) -> Server:
    """A server whose answers come within `timeout`; it begins and ends as quickly, but for a second at least.

    :raises NoServer: if it does not answer.
    :raises WordError: if `SVVS` is no command line.
    """
    patience = max(1.0, 60.0 if timeout is None else timeout)
    try:
        return Server(
            *options.server_options, timeout=timeout, start_timeout=patience, close_timeout=min(10.0, patience)
        )
    except TimedOut as error:
        raise NoServer(f"the server is silent: {error}") from None
    except ValueError as error:
        raise WordError(str(error)) from None
