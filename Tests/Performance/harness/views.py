"""Servers with many views open, and the time that calls to them take."""
from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from .heard import ServerError
from .progress import doing
from .server import USUAL_PIPE, Connection, Request, Server

BATCH = 1000


def open_views(server: Connection, kind: str, count: int, **params: object) -> None:
    """Opens so many views of a type, named by their numbers."""
    for start in range(0, count, BATCH):
        doing(f"{start:,} of {count:,} views opened")
        numbers = range(start, min(start + BATCH, count))
        heard = server.ask(*(("view/open", {"type": kind, "view": f"{number}"} | params) for number in numbers))
        check_opened(heard.results, len(numbers))
    doing()


def check_opened(results: list, count: int) -> None:
    """Each view that was opened has come with its state."""
    if (opened := sum("state" in result for result in results)) != count:
        raise ServerError(f"{count} views were to be opened, and {opened} were")


def servers_with_views(
    stack: ExitStack, svvs: Path, kind: str, counts: list[int], pipe: int = USUAL_PIPE
) -> dict[int, Server]:
    """A server for each number of views; all of them end with the stack."""
    servers = {count: stack.enter_context(Server(svvs, "serve", pipe=pipe)) for count in counts}
    for count, server in servers.items():
        open_views(server, kind, count)
    return servers


def microseconds_each(server: Server, requests: list[Request]) -> float:
    """What one request takes when all are sent at once.

    One at a time, most of it would be the system waking two processes in turn, which hides the work. Changes that do
    not fit into the pipe are merged, which hides it too: so there must be one for each request.
    """
    return burst(server, requests) / len(requests) * 1e6


def burst(server: Server, requests: list[Request]) -> float:
    """Seconds until all are answered."""
    heard = server.ask(*requests)
    if (told := len(heard.changes)) != len(requests):
        raise ServerError(f"{len(requests)} requests made {told} changes: they were merged")
    return heard.seconds
