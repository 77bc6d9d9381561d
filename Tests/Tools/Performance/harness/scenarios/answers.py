"""The cost of a backend's answer: the time that other calls wait for it, and the processor time for each entry."""
from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle

from ..curves import Curve
from ..exchange import ServerError
from ..figures import Figure, at_most
from ..lists import LISTS, List
from ..processes import processor_time
from ..scenario import Bench, scenario
from ..server import TIMEOUT, Server, line
from ..service import Service
from ..turns import in_turn, medians, only

SIZES = [10, 100, 1000, 10_000, 100_000]
WAIT_GOAL = at_most(50)
STEP_GOAL = at_most(1.5)
# Short loads are repeated until they amount to `ENTRIES`, but at most `REPEATED` times.
ENTRIES, REPEATED = 1000, 50
LOAD = "load"
REST = 0.005
TOO_LARGE = "The server's answer is too large"
Turn = dict[str, float]


@scenario("answers")
def measure(bench: Bench) -> Iterator[Figure]:
    """lists of a backend with more and more entries: how long others wait, and the processor's time for each entry"""
    for one in LISTS:
        with ExitStack() as stack:
            loaders = {size: Loader(stack, bench, one, size) for size in [1, *SIZES]}
            turns = in_turn({size: loader.turn for size, loader in loaders.items()}, bench.rounds(5))
        yield wait(one.what, turns)
        curve = cost(one.what, turns)
        yield curve.figure(curve.steepest(), STEP_GOAL)


def wait(what: str, turns: dict[int, list[Turn]]) -> Figure:
    """The longest time that another call takes meanwhile, and the size of the list in that case."""
    samples = {f"{size:,}": [turn["wait"] for turn in turns[size]] for size in SIZES}
    longest = max(medians(samples).items(), key=lambda item: item[1])
    return Figure(f"{what}: a call meanwhile", "ms", medians(samples), longest[1], "ms", WAIT_GOAL, samples,
                  f"with {longest[0]} entries")


def cost(what: str, turns: dict[int, list[Turn]]) -> Curve:
    """The time of an entry, without the time of the requests; the latter is measured with a single entry."""
    each = {size: [per_entry(turn, single) for turn, single in zip(turns[size], turns[1], strict=True)]
            for size in SIZES}
    return Curve(f"{what}: each entry", "µs", "entries", each)


def per_entry(turn: Turn, single: Turn) -> float:
    """Microseconds of an entry, without the time of the same number of requests with a single entry each.

    At most half of the time is subtracted: the difference of two almost equal times is meaningless.
    """
    requests = single["time"] * turn["requests"] / single["requests"]
    return max(turn["time"] - requests, turn["time"] / 2) / turn["entries"] * 1e6


class Loader:
    """A server with a view of a list of that size, and a service that provides the list."""

    def __init__(self, stack: ExitStack, bench: Bench, one: List, size: int) -> None:
        self.one, self.size = one, size
        self.lists = cycle([one.answers(size, letter) for letter in (b"a", b"b")])
        self.service = stack.enter_context(Service())
        self.service.answers = next(self.lists)
        self.server = stack.enter_context(
            Server(bench.svvs, "serve", "--language", "en", one.option, self.service.url))
        for view, kind, params in (("counter", "counterA", {}), ("login", "login", {}), ("list", one.kind, one.params)):
            self.server.call("view/open", type=kind, view=view, params=params)
        if one.kind == "notes":
            self.server.call("login", view="login", userId="A", password="password")
        if one.kind == "search":
            self.server.call("view/set", view="list", properties={"searchText": "abc"})
        self.load()
        self.check()

    def load(self) -> None:
        """Loads the list, each entry of which differs from the last load."""
        self.service.answers = next(self.lists)
        self.server.ask((self.one.action, {"view": "list"}))

    def check(self) -> None:
        """Raises an error unless the view shows all entries, or none because the answer is too large."""
        state = self.server.call("view/get", view="list")["state"]
        shown, message = len(state[self.one.shown]), state[self.one.error]
        if (shown, message) not in ((self.size, None), (0, TOO_LARGE)):
            raise ServerError(f"of {self.size} entries {shown} are shown: {message}")

    def turn(self) -> Turn:
        return self.spent() | {"wait": self.longest_wait()}

    def spent(self) -> Turn:
        """The cost of a load: processor time in seconds, requests, and entries in their answers."""
        times = min(max(ENTRIES // self.size, 1), REPEATED)
        before = self.counts()
        for _ in range(times):
            self.load()
        self.wait_until_idle()
        return {name: (count - before[name]) / times for name, count in self.counts().items()}

    def counts(self) -> Turn:
        return {"time": processor_time(self.server.pid), "requests": self.service.requests,
                "entries": self.service.entries}

    def wait_until_idle(self) -> None:
        """Waits until the server has no work left, such as releasing memory."""
        deadline, before, now = time.monotonic() + TIMEOUT, -1.0, 0.0
        while before != now:
            if time.monotonic() > deadline:
                raise ServerError("the server does not become idle")
            time.sleep(REST)
            before, now = now, processor_time(self.server.pid)

    def longest_wait(self) -> float:
        """Milliseconds of the longest call to another view; they run one after another while the list is loaded."""
        self.service.answers = next(self.lists)
        self.server.send(line(self.one.action, {"view": "list"}, LOAD))
        waits, is_loaded = [], False
        while not is_loaded:
            exchange = self.server.ask(("increment", {"view": "counter"}))
            seconds, answered = exchange.seconds, exchange.answered
            is_loaded = LOAD in answered
            if answered == [LOAD]:
                # The clock has stopped at the answer to the load.
                seconds += self.server.exchange(b"", 1).seconds
            waits.append(seconds)
        return max(waits) * 1e3
