"""The options: what an agent may do, the shared server, and the log."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

import svvs
from agent import Agent, demo
from support import sharable_server
from svvs_mcp.main import created


def test_read_only_calls_no_action_and_sets_nothing(start: Callable[..., Agent]) -> None:
    agent = start(demo(), "--read-only", "--only", "smoothies", "user", "login", mode="auto")
    assert [each.name for each in agent.tools()] == ["views", "open", "wait"]
    assert all(each.annotations and each.annotations.read_only_hint for each in agent.tools())
    menu = agent("open", view="smoothies")
    assert menu.data.startswith("Smoothies\nsmoothies (Smoothies): 0 rows")
    assert menu.text.startswith("Opened (fetch is not called, so that values may be missing): smoothies, commit ")
    assert agent("call", view="smoothies", action="fetch").text.startswith("There is no such tool")
    # Only these types can be used.
    assert agent("views").text.startswith("3 view types, 1 open views.")
    assert agent("open", view="home").text == '/view: there is no view type "home"; there are: user, login, smoothies'


def test_an_agent_uses_a_shared_server_which_continues(
    start: Callable[..., Agent], place: str, tmp_path: Path
) -> None:
    with svvs.attach(place, command=sharable_server()) as person:
        agent = start([sharable_server()], "--attach", place, "--log", str(tmp_path / "log"))
        agent("open", view="counterA")
        agent("call", view="counterA", action="increment", arguments={"by": 3})
        assert person.open("counterA").state == {"count": 3}
        agent.__exit__(None, None, None)
        assert person.open("counterA", "another").state == {"count": 3}


def test_the_log_says_what_the_agent_did_and_contains_no_secrets(start: Callable[..., Agent], tmp_path: Path) -> None:
    agent, log = start(demo(), "--log", str(tmp_path / "log")), tmp_path / "log"
    agent("call", view="login", action="login", arguments={"password": "Tr0ub4dor"})  # before the app is known
    agent("open", view="login")
    agent("call", view="login", action="login", arguments={"userId": "12345", "password": "Tr0ub4dor"})
    agent("open", view="login", params="Tr0ub4dor")
    agent("open", view="mirror")
    assert "(secret)" in agent("call", view="mirror", set={"text": "Tr0ub4dor"}).data
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(each["tool"], each["isError"]) for each in entries] == [
        ("call", True), ("open", False), ("call", False), ("open", True), ("open", False), ("call", False)]
    assert entries[2]["arguments"]["arguments"] == {"userId": "12345", "password": "(secret)"}
    assert entries[1]["arguments"] == {"view": "login"} and entries[1]["result"] == "Opened: login, commit 0."
    assert "Tr0ub4dor" not in log.read_text()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


def test_a_command_that_is_not_a_server_is_one_error_without_its_output(
    start: Callable[..., Agent], caplog: pytest.LogCaptureFixture
) -> None:
    agent = start(["/bin/sh", "-c", "echo the password is Tr0ub4dor >&2; exit 3"])
    for _ in range(2):
        reply = agent("views")
        assert reply.is_error
        assert reply.text == "The app has ended with status 3. Its views are closed. The next call starts it again."
    assert "the password is" in caplog.text  # for the people, on standard error


def test_an_unknown_type_of_only_is_one_error(start: Callable[..., Agent]) -> None:
    reply = start(demo(), "--only", "login", "logout", "--log", "/dev/full")("views")  # the log cannot be written
    assert reply.is_error and reply.text.startswith('--only: the app has no view type "logout"; it has: user, friends')


@pytest.mark.parametrize(("words", "message"), [
    (["--only"], "expected at least one argument"), (["--colour"], "unrecognized arguments: --colour"),
    (["--log", "/nowhere/log"], "No such file"), (["--attach"], "expected one argument"),
    (["app"], "unrecognized arguments: app"),
])
def test_a_mistake_in_the_options_is_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        created(words)
    assert refused.value.code == 2 and message in capsys.readouterr().err.splitlines()[-1]
