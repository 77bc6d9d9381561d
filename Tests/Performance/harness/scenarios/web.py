"""The page in a browser."""
from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from ..figures import Figure, amount, at_most
from ..listener import Listener
from ..products import PERFORMANCE, REPOSITORY
from ..scenario import Bench, scenario
from ..turns import in_turn, medians, only

sys.path += [str(PERFORMANCE.parent / "Web/support"), str(PERFORMANCE.parent / "BlackBox/support")]

BROWSER = PERFORMANCE / "browser.py"
PYTHON = REPOSITORY / ".build/venv/bin/python"
TIMEOUT = 60.0
CALLS = 50
ACTIONS = 1000
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
    with Listener(bench.svvs, "--language", "en") as server, Web(bench, server.path) as web:
        yield from calls(bench, server, web)
        turns = in_turn({"page": lambda: web.measured("paint")}, bench.rounds(9, quick=3))
        yield from painted("first paint", turns["page"], PAINT_GOAL, None)
        yield amount("scripts that are sent", web.measured("size") / 1e3, "kB", SIZE_GOAL)
    with tempfile.TemporaryDirectory(prefix="svvs-") as folder, app_of_actions(f"{folder}/s") as path, Web(bench, path) as web:
        name = f"action{ACTIONS - 1}"
        turns = in_turn({"page": lambda: web.measured("paint", name)}, bench.rounds(9, quick=3))
        yield from painted(f"first paint, {ACTIONS:,} actions", turns["page"], MANY_GOAL, MANY_GOAL)
    with Listener(bench.app) as server, Web(bench, server.path) as web:
        found = web.measured("patch", server.path)
        yield times("from the patch of a row of 100,000 to the DOM", found["times"], PATCH_GOAL)
        yield amount("long tasks meanwhile", found["long tasks"], "", TASKS_GOAL)


class Web:
    """The process `web` for a socket, and measurements of its page; killed at the end of the `with` block."""

    def __init__(self, bench: Bench, path: str) -> None:
        from web_process import WebProcess
        self.process = WebProcess(path, command=(str(bench.svvs),))

    def __enter__(self) -> Web:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.end()

    def measured(self, kind: str, *arguments: str) -> Any:
        """Measures the page in a new browser, with a new link."""
        command = [PYTHON, BROWSER, kind, self.process.new_link(), *arguments]
        return json.loads(subprocess.run(command, stdout=subprocess.PIPE, timeout=TIMEOUT, check=True).stdout)


def calls(bench: Bench, server: Listener, web: Web) -> Iterator[Figure]:
    """The time that the WebSocket adds is the difference to the same call at the socket."""
    found = web.measured("action", str(bench.pick(CALLS, 20)))
    with server.connect() as connection:
        connection.call("view/open", type="counterA", view="v")
        alone = [connection.ask(("increment", {"view": "v"})).seconds * 1e3 for _ in found]
    yield times("from a click to the change in the DOM", [each["change"] for each in found], CHANGE_GOAL)
    samples = {"WebSocket": [each["message"] for each in found], "socket": alone}
    values = medians(samples)
    yield Figure("from the request to the first message", "ms", values, values["WebSocket"] - values["socket"], "ms",
                 MESSAGE_GOAL, samples, "difference")


def times(what: str, samples: list[float], goal: Any) -> Figure:
    return Figure(what, "ms", {"median": statistics.median(samples), "worst": max(samples)}, statistics.median(samples),
                  "ms", goal, {"page": samples})


def painted(what: str, turns: list[dict[str, float]], first: Any, shown: Any) -> Iterator[Figure]:
    samples = only({"page": turns}, "first paint")["page"]
    yield Figure(what, "ms", {}, statistics.median(samples), "ms", first, {"page": samples})
    samples = only({"page": turns}, "view")["page"]
    yield Figure("the same, until the view shows", "ms", {}, statistics.median(samples), "ms", shown, {"page": samples})


class app_of_actions:
    """A server of an app with many actions, for the `with` block; the value is its socket."""

    def __init__(self, path: str) -> None:
        from fake_app import FakeApp, action, view_type
        actions = {f"action{number}": action(title=f"Action {number}") for number in range(ACTIONS)}
        count = {"count": {"type": "integer", "readOnly": True}}
        self.app = FakeApp(path, {"many": view_type(count, actions, title="Many", isStart=True)}, {"many": {"count": 0}})

    def __enter__(self) -> str:
        return self.app.path

    def __exit__(self, *_: object) -> None:
        self.app.stop()
