"""`python -m svvs --attach`: using the views that other clients have opened."""

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
def shared(place: str) -> Iterator[svvs.SharedSession]:
    """A session that another client has opened, with one view."""
    with attached(place) as editor:
        session = editor.share("team", keep=60)
        session.open("counterA", "mine")
        yield session


def test_call_uses_a_view_that_another_client_has_opened(place: str, shared: svvs.SharedSession) -> None:
    assert lines(run("--attach", place, "call", "--session", "team", "mine", "increment", "by:=5")) == [{"count": 5}]
    assert lines(run("call", "counterA", "--session", "team", "increment", "--attach", place)) == [{"count": 6}]
    assert shared.views["mine"].wait(lambda state: state["count"] == 6) == {"count": 6}


def test_a_missing_place_is_reported() -> None:
    done = run("--attach", "tui", "--session", "team")
    assert (done.stdout, done.returncode) == ("", 2)
    assert "expected the name or the socket of a server, such as svvs, before 'tui'" in done.stderr


def test_wait_ends_with_the_change_of_another_client(place: str, shared: svvs.SharedSession) -> None:
    with watching("--attach", place, "wait", "mine", "--session", "team", "--until", "count == 3") as (process, output):
        shared.views["mine"].call("increment", by=3)
        assert json.loads(output.readline()) == {"count": 3}
        assert process.wait(20) == 0


def test_watch_prints_all_changes_of_a_session(place: str, shared: svvs.SharedSession) -> None:
    with watching("--attach", place, "watch", "--session", "team") as (process, output):
        first = json.loads(output.readline())
        assert first == {"view": "mine", "type": "counterA", "commit": first["commit"], "state": {"count": 0}}
        view = shared.views["mine"]
        view.call("increment")
        change = {"view": "mine", "commit": view.commit, "changes": {"count": 1}, "cause": ["increment"]}
        assert json.loads(output.readline()) == change
        second = shared.open("counterB", "new")
        shown = [json.loads(output.readline()) for _ in range(2)]
        assert shown[0] == {"session": "team", "connections": 2}
        assert (shown[1]["view"], shown[1]["state"]) == ("new", second.state)
        second.close()
        assert json.loads(output.readline()) == {"view": "new", "closed": True}
        shared.close()
        assert {"view": "mine", "closed": True} in [json.loads(line) for line in output]
        assert process.wait(20) == 0


def test_watch_ends_after_the_timeout(place: str, shared: svvs.SharedSession) -> None:
    (first,) = lines(run("--attach", place, "watch", "--session", "team", "--timeout", "0.3"))
    assert first["view"] == "mine"
    assert shared.is_open


def test_watch_of_one_view_prints_only_its_changes(place: str, shared: svvs.SharedSession) -> None:
    shared.open("counterB", "other")
    words = ("--attach", place, "watch", "counterA", "--session", "team", "-n", "increment", "--until", "count == 1")
    assert [each.get("changes") for each in lines(run(*words))] == [None, {"count": 1}]


@pytest.mark.parametrize("words", [["watch", "counterA"], ["wait", "counterA", "--until", "count >= 0"]])
def test_watch_and_wait_do_not_start_a_server(place: str, words: list[str]) -> None:
    done = run("--attach", place, *words)
    assert (done.returncode, done.stdout) == (4, "")
    assert "No server listens at" in done.stderr
    assert lines(run("--attach", place, "call", "counterA", "increment")) == [{"count": 1}]
    assert lines(run("--attach", place, *words, "--timeout", "1"))[0] == {"count": 1}


def test_options_that_a_running_server_does_not_have_are_reported(place: str, shared: svvs.SharedSession) -> None:
    done = run("--attach", place, "call", "counterA", "increment", "--", "--language", "en")
    assert (done.returncode, done.stdout) == (0, '{"count": 1}\n')
    assert done.stderr.endswith("is already running, without these options or values: --language (--restart restarts it)\n")


def test_without_a_session_a_new_view_is_opened(place: str, shared: svvs.SharedSession) -> None:
    assert lines(run("--attach", place, "call", "counterA", "increment")) == [{"count": 1}]
    shared.views["mine"].wait(lambda state: state["count"] == 1)


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (["watch"], 2, "TYPE or --session"),
        (["watch", "--session", "team", "--until", "count == 3"], 2, "need the TYPE of one view"),
        (["call", "--session", "team", "home", "logout"], 2, "open are: mine (counterA)"),
        (["watch", "--session", "nowhere"], 3, "svvs: the server has no shared session 'nowhere'; it has team\n"),
        (["call", "--session", "nowhere", "home", "logout"], 3, "no shared session 'nowhere'; it has team\n"),
        (["watch", "--session", "\udcff"], 2, "UTF-8"),
    ],
)
def test_invalid_usage_is_reported(place: str, shared: svvs.SharedSession, words: list[str], status: int, reason: str) -> None:
    done = run("--attach", place, *words)
    assert (done.returncode, done.stdout) == (status, "")
    assert reason in done.stderr and "Traceback" not in done.stderr


def test_a_session_of_a_server_that_is_not_shared_is_refused_with_the_option_that_names_one() -> None:
    done = run("watch", "--session", "team")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "svvs: the server has no shared session 'team'; --attach names a shared server\n"


def test_watch_ends_when_the_server_is_stopped(place: str, shared: svvs.SharedSession) -> None:
    with watching("--attach", place, "watch", "--session", "team") as (process, output):
        output.readline()
        subprocess.run([sharable_server(), "stop", place], check=True, timeout=20)
        assert process.wait(20) == 4
