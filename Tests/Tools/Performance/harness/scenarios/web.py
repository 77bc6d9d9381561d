"""The page in a browser."""
from __future__ import annotations

import json
import statistics
import subprocess
from collections.abc import Iterator
from typing import Any

from ..figures import Figure, amount, at_most
from ..listener import Listener
from ..products import PERFORMANCE, REPOSITORY
from ..scenario import Bench, scenario
from ..turns import in_turn, medians, only

BROWSER = PERFORMANCE / "browser.py"
PYTHON = REPOSITORY / ".build/venv/bin/python"
TIMEOUT = 60.0
CHANGE_GOAL = at_most(10)
MESSAGE_GOAL = at_most(1)
PAINT_GOAL = at_most(300)
MANY_GOAL = at_most(500)
PATCH_GOAL = at_most(16)
TASKS_GOAL = at_most(0)
SIZE_GOAL = at_most(60)


@scenario("web", "PerformanceApp")
def measure(bench: Bench) -> Iterator[Figure]:
    """the page in Chromium: an action, the first paint, one row of 100,000 changes, the size of its scripts"""
    rounds = bench.rounds(9, quick=3)
    with Listener(bench.svvs, "--language", "en") as server:
        yield from calls(server, measured(bench, "action", server.path), measured(bench, "relay", server.path))
        turns = in_turn({"page": lambda: measured(bench, "paint", server.path)}, rounds)["page"]
        yield from painted("first paint", turns, PAINT_GOAL, None)
        yield amount("scripts that are sent", measured(bench, "size", server.path) / 1e3, "kB", SIZE_GOAL)
    turns = in_turn({"page": lambda: measured(bench, "many")}, rounds)["page"]
    yield from painted("first paint, 1,000 actions", turns, MANY_GOAL, MANY_GOAL)
    with Listener(bench.app) as server:
        found = measured(bench, "patch", server.path)
        yield times("from the patch of a row of 100,000 to the DOM", found["times"], PATCH_GOAL)
        yield amount("long tasks meanwhile", found["long tasks"], "", TASKS_GOAL)


def measured(bench: Bench, kind: str, *arguments: str) -> Any:
    """Measures the page in a new browser."""
    command = [PYTHON, BROWSER, kind, bench.svvs, *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, timeout=TIMEOUT, check=True).stdout)


def calls(server: Listener, found: list[dict[str, float]], relayed: list[float]) -> Iterator[Figure]:
    """The time that `web` adds is the difference to the same call at the socket. The browser adds more."""
    with server.connect() as connection:
        connection.call("view/open", type="counterA", view="v")
        alone = [connection.ask(("increment", {"view": "v"})).seconds * 1e3 for _ in found]
    yield times("from a click to the change in the DOM", [each["change"] for each in found], CHANGE_GOAL)
    yield times("from the request to the first message, in the browser", [each["message"] for each in found], None)
    samples = {"WebSocket": relayed, "socket": alone}
    values = medians(samples)
    yield Figure("the same, without a browser", "ms", values, values["WebSocket"] - values["socket"], "ms",
                 MESSAGE_GOAL, samples, "difference")


def times(what: str, samples: list[float], goal: Any) -> Figure:
    return Figure(what, "ms", {"median": statistics.median(samples), "worst": max(samples)}, statistics.median(samples),
                  "ms", goal, {"page": samples})


def painted(what: str, turns: list[dict[str, float]], first: Any, shown: Any) -> Iterator[Figure]:
    samples = only({"page": turns}, "first paint")["page"]
    yield Figure(what, "ms", {}, statistics.median(samples), "ms", first, {"page": samples})
    samples = only({"page": turns}, "view")["page"]
    yield Figure("the same, until the view shows", "ms", {}, statistics.median(samples), "ms", shown, {"page": samples})
