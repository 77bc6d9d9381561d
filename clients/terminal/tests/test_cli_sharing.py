"""`python -m svvs --attach`: what a scripter sees and does of what others have open."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import pytest

import svvs
from attached_server import attached
from support import sharable_server, source_environment


def command(*words: str) -> list[str]:
    return [sys.executable, "-W", "error", "-m", "svvs", *words]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    environment = source_environment(sharable_server())
    return subprocess.run(command(*words), capture_output=True, encoding="utf-8", timeout=40, env=environment)


def lines(done: subprocess.CompletedProcess[str]) -> list[Any]:
    assert (done.stderr, done.returncode) == ("", 0)
    return [json.loads(line) for line in done.stdout.splitlines()]


@contextmanager
def watching(*words: str) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    environment = source_environment(sharable_server())
    with subprocess.Popen(command(*words), stdout=subprocess.PIPE, encoding="utf-8", env=environment) as process:
        try:
            assert process.stdout
            yield process, process.stdout
        finally:
            process.kill()


@pytest.fixture
def desk(place: str) -> Iterator[svvs.SharedSession]:
    """A session that an editor has open, with one view."""
    with attached(place) as editor:
        session = editor.share("desk", keep=60)
        session.open("counterA", "mine")
        yield session


def test_a_call_is_of_a_view_that_another_has_open(place: str, desk: svvs.SharedSession) -> None:
    assert lines(run("--attach", place, "call", "--session", "desk", "mine", "increment", "by:=5")) == [{"count": 5}]
    assert lines(run("call", "counterA", "--session", "desk", "increment", "--attach", place)) == [{"count": 6}]
    assert desk.views["mine"].wait(lambda state: state["count"] == 6) == {"count": 6}


def test_wait_is_for_what_another_does(place: str, desk: svvs.SharedSession) -> None:
    with watching("--attach", place, "wait", "mine", "--session", "desk", "--until", "count == 3") as (process, output):
        desk.views["mine"].call("increment", by=3)
        assert json.loads(output.readline()) == {"count": 3}
        assert process.wait(20) == 0


def test_watch_shows_all_that_happens_in_a_session(place: str, desk: svvs.SharedSession) -> None:
    with watching("--attach", place, "watch", "--session", "desk") as (process, output):
        first = json.loads(output.readline())
        assert first == {"view": "mine", "type": "counterA", "commit": first["commit"], "state": {"count": 0}}
        view = desk.views["mine"]
        view.call("increment")
        change = {"view": "mine", "commit": view.commit, "changes": {"count": 1}, "cause": ["increment"]}
        assert json.loads(output.readline()) == change
        second = desk.open("counterB", "new")
        shown = [json.loads(output.readline()) for _ in range(2)]
        assert shown[0] == {"session": "desk", "connections": 2}
        assert (shown[1]["view"], shown[1]["state"]) == ("new", second.state)
        second.close()
        assert json.loads(output.readline()) == {"view": "new", "closed": True}
        desk.close()
        assert {"view": "mine", "closed": True} in [json.loads(line) for line in output]
        assert process.wait(20) == 0


def test_watch_goes_on_for_as_long_as_it_is_told(place: str, desk: svvs.SharedSession) -> None:
    (first,) = lines(run("--attach", place, "watch", "--session", "desk", "--timeout", "0.3"))
    assert first["view"] == "mine"
    assert desk.is_open


def test_watch_is_told_of_one_view(place: str, desk: svvs.SharedSession) -> None:
    desk.open("counterB", "other")
    words = ("--attach", place, "watch", "counterA", "--session", "desk", "-n", "increment", "--until", "count == 1")
    assert [each.get("changes") for each in lines(run(*words))] == [None, {"count": 1}]


def test_without_a_session_a_view_is_opened_on_the_shared_server(place: str, desk: svvs.SharedSession) -> None:
    assert lines(run("--attach", place, "call", "counterA", "increment")) == [{"count": 1}]
    desk.views["mine"].wait(lambda state: state["count"] == 1)


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (["watch"], 2, "TYPE, or else --session"),
        (["watch", "--session", "desk", "--until", "count == 3"], 2, "name it"),
        (["call", "--session", "desk", "home", "logout"], 2, "open are: mine (counterA)"),
        (["watch", "--session", "nowhere"], 3, "not a shared session"),
        (["watch", "--session", "\udcff"], 2, "UTF-8"),
    ],
)
def test_what_is_wrong_is_said(place: str, desk: svvs.SharedSession, words: list[str], status: int, reason: str) -> None:
    done = run("--attach", place, *words)
    assert (done.returncode, done.stdout) == (status, "")
    assert reason in done.stderr and "Traceback" not in done.stderr


def test_a_server_that_is_stopped_ends_watching(place: str, desk: svvs.SharedSession) -> None:
    with watching("--attach", place, "watch", "--session", "desk") as (process, output):
        output.readline()
        subprocess.run([sharable_server(), "stop", place], check=True, timeout=20)
        assert process.wait(20) == 4
