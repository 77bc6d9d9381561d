"""The server that a command talks to."""

from __future__ import annotations

import argparse

from ..errors import Error, ServerNotFound, TimedOut
from ..server import Server


class NoServer(Error):
    """There is no server to talk to, in the words of the command line."""


def started(options: argparse.Namespace, timeout: float | None) -> Server:
    """A server whose answers come within `timeout`; it begins and ends as quickly, but for a second at least.

    :raises NoServer: if it cannot be started, or does not answer.
    """
    patience = 10.0 if timeout is None else min(10.0, max(1.0, timeout))
    try:
        return Server(*options.server_arguments, timeout=timeout, start_timeout=patience, close_timeout=patience)
    except ServerNotFound as error:
        raise NoServer(
            f"cannot start {error.executable!r}: {error.reason} "
            "(name the server's executable by the environment variable SVVS, or put svvs on PATH)"
        ) from None
    except TimedOut as error:
        raise NoServer(f"the server is silent: {error}") from None
