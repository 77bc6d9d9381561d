"""Other servers of the same kind, for orientation."""
from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from statistics import median

from ..exchange import ServerError
from ..figures import Figure
from ..peers import Peer, installed
from ..processes import on_one_core
from ..scenario import Bench, scenario
from ..server import Server
from ..turns import compared, in_turn

WARM_UP = 200
# Many times the size of an answer.
LIMIT = 1 << 20


@scenario("peers")
def measure(bench: Bench) -> Iterator[Figure]:
    """round trips of a tiny request beside those of a bare echo; by a client in Python, where `request` has one in C"""
    with on_one_core(), ExitStack() as stack:
        works = {peer.name: round_trips(stack, bench, peer) for peer in installed(bench)}
        times = in_turn(works, bench.rounds(5))
    for name in times:
        if name != "echo":
            yield compared(name, "µs", {"echo": times["echo"], "peer": times[name]}, "peer", "echo")


def round_trips(stack: ExitStack, bench: Bench, peer: Peer) -> Callable[..., float]:
    """Starts the peer, and returns a function that measures the median of its round trips."""
    server = stack.enter_context(Server(*peer.command, folder=bench.workshop, is_quiet=True))
    numbers, count = itertools.count(), bench.pick(2000, quick=500)

    def work(count: int = count) -> float:
        return median(round_trip(server, peer, next(numbers)) for _ in range(count)) * 1e6

    work(WARM_UP)
    return work


def round_trip(server: Server, peer: Peer, number: int) -> float:
    """Seconds from the write of a request until its answer has been read."""
    message, received = memoryview(peer.message(number)), b""
    begun = time.perf_counter()
    server.write(message)
    while not peer.has_answered(received):
        server.wait(server.reading)
        received += server.read()
        if len(received) > LIMIT:
            raise ServerError(f"{peer.name} writes without end")
    return time.perf_counter() - begun
