"""The commands of `python -m svvs` for scripts with the real server, and their exit statuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from support import fake_executable, real_server, source_environment
from svvs_terminal import __version__
from svvs_terminal.main import main, parse


def svvs(*words: str, server: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "svvs", *words],
        capture_output=True,
        encoding="utf-8",
        timeout=40,
        env=source_environment(server or real_server()),
        stdin=subprocess.DEVNULL,
    )


def lines(run: subprocess.CompletedProcess[str]) -> list[object]:
    assert (run.stderr, run.returncode) == ("", 0)
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_call_prints_the_state_after_the_action() -> None:
    assert lines(svvs("call", "counterA", "increment", "by:=5")) == [{"count": 5}]


def test_get_prints_the_state() -> None:
    assert lines(svvs("get", "counterA", "-c", "increment by:=5")) == [{"count": 5}]


def test_types_prints_the_names_of_the_view_types(tmp_path: Path) -> None:
    script = "# raw\nreply(receive('initialize'), protocolVersion=2, viewTypes=['a', 'b']); end_of_input()"
    run = svvs("types", server=fake_executable(tmp_path, script))
    assert (run.stdout, run.stderr, run.returncode) == ("a\nb\n", "", 0)


def test_the_version_is_that_of_the_package() -> None:
    assert svvs("--version").stdout == f"svvs-client {__version__}\n"


def test_a_call_fails_on_an_error_of_the_app() -> None:
    words = ["call", "login", "login", "userId=12345", "--fail-on", "errorMessage"]
    run = svvs(*words, "password=x", "--", "--language", "en")
    assert run.stderr == 'svvs: errorMessage: "The user ID or the password is wrong"\n'
    assert run.returncode == 1 and json.loads(run.stdout)["loginState"] == "notLoggedIn"
    (state,) = lines(svvs(*words, "password=password"))
    assert isinstance(state, dict) and state["loginState"] == "loggedIn"


@pytest.mark.parametrize("words", [
    ("call", "t", "act", "--fail-on", "eror"), ("call", "t", "act", "-c", "other", "--fail-on", "eror", "--timeout", "1"),
    ("call", "t", "act", "--fail-on", "error and eror", "--timeout", "1"), ("wait", "t", "--until", "error and eror", "--timeout", "1"),
])
def test_a_misspelt_property_fails_before_any_call(words: tuple[str, ...], tmp_path: Path) -> None:
    run = svvs(*words, server=fake_executable(tmp_path, "opened(error=''); end_of_input()"))
    assert (run.stdout, run.stderr) == ("", "svvs: unknown property `eror`; the state has: error\n")
    assert run.returncode == 2


def test_the_standard_output_may_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVVS", "/nowhere/svvs")
    with redirect_stdout(StringIO()):
        assert main(["call", "counterA", "increment"]) == 4


def test_sets_and_calls_come_before_the_call() -> None:
    run = svvs("call", "login", "login", "-s", "userId=12345", "-s", "password=password", "-c", "didAppear")
    (state,) = lines(run)
    assert isinstance(state, dict) and state["loginState"] == "loggedIn"


def test_options_may_stand_anywhere() -> None:
    wanted = [{"count": 5}]
    assert lines(svvs("call", "--timeout", "30", "counterA", "increment", "by:=5")) == wanted
    assert lines(svvs("call", "counterA", "--timeout", "30", "increment", "by:=5")) == wanted
    assert lines(svvs("call", "counterA", "increment", "--timeout", "30", "by:=5")) == wanted
    (state,) = lines(svvs("call", "login", "login", "userId=12345", "--timeout", "30", "password=password"))
    assert isinstance(state, dict) and state["loginState"] == "loggedIn"


def test_options_after_two_dashes_are_passed_to_the_server() -> None:
    run = svvs("call", "login", "login", "userId=12345", "password=x", "--", "--language", "en")
    (state,) = lines(run)
    assert isinstance(state, dict) and state["errorMessage"] == "The user ID or the password is wrong"


def test_wait_prints_the_first_state_that_meets_the_condition() -> None:
    run = svvs("wait", "user", "-p", "id=A", "-n", "load", "--until", "isReloadButtonDisabled", "--timeout", "30")
    (state,) = lines(run)
    assert isinstance(state, dict) and (state["isReloadButtonDisabled"], state["isPlaceholder"]) == (True, True)


def test_wait_has_status_1_when_the_condition_is_not_met_in_time() -> None:
    run = svvs("wait", "counterA", "--until", "count > 3", "--timeout", "0.1")
    assert (run.stdout, run.stderr) == ("", 'svvs: condition not met within 0.1 s: count > 3; the state is {"count": 0}\n')
    assert run.returncode == 1


def test_wait_has_a_timeout_by_default() -> None:
    assert parse(["wait", "counterA", "--until", "false"]).timeout == 60
    assert parse(["watch", "counterA", "--until", "false"]).timeout is None


def test_a_call_that_times_out_has_status_1(tmp_path: Path) -> None:
    server = fake_executable(tmp_path, "opened(count=0); receive(); signal.pause()")
    run = svvs("call", "counterA", "increment", "--timeout", "0.3", server=server)
    assert (run.stdout, run.stderr) == ("", "svvs: no reply to 'increment' within 0.3 s\n")
    assert run.returncode == 1


def test_watch_prints_the_state_and_then_each_change() -> None:
    run = svvs("watch", "counterC", "-n", "increment by:=2", "--until", "count == 2")
    first, second = lines(run)
    assert first == {"count": 0, "isEven": True}
    assert isinstance(second, dict)
    assert (second["changes"], second["cause"]) == ({"count": 2}, ["increment"])


def test_watch_without_a_condition_ends_after_the_timeout() -> None:
    assert lines(svvs("watch", "counterA", "--timeout", "0.1")) == [{"count": 0}]


def test_watch_ends_after_the_timeout_during_a_flood_of_changes(tmp_path: Path) -> None:
    server = fake_executable(tmp_path, "opened(n=0); receive('go')\nfor n in range(1, 10**9): changed(n, n + 1, n=n)")
    assert lines(svvs("watch", "t", "-n", "go", "--timeout", "1", server=server))[0] == {"n": 0}


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["none"],
        ["wait", "counterA"],
        ["wait", "counterA", "--until", "count +"],
        ["wait", "counterA", "--until", "cuont == 1"],
        ["wait", "counterA", "--until", "count", "--timeout", "soon"],
        ["wait", "counterA", "--until", "count", "--timeout", "-1"],
        ["wait", "counterA", "--until", "count == 0", "--timeout", "+5"],
        ["wait", "counterA", "--until", "count == 0", "--timeout", "1_0"],
        ["wait", "counterA", "--until", "count", "-n", "'increment"],
        ["wait", "counterA", "--until", "count", "-n", ""],
        ["call", "counterA", "increment", "secret"],
        ["call", "counterA", "increment", "by:=secret"],
        ["call", "counterA", "increment", "by:=NaN"],
        ["call", "counterA", "increment", "by:=[1e999]"],
        ["call", "counterA", "increment", "by:=" + "[" * 100_000],
        ["call", "login", "login", 'userId:="\\ud800"'],
        ["call", "login", "login", "userId=\udcff"],
        ["call", "login", "login", "\udcff=secret"],
        ["call", "login", "\udcff"],
        ["call", "\udcff", "login"],
        ["call", "login", "login", "-c", "\udcff"],
        ["call", "counterA", "increment", "--bogus=secret", "password=secret"],
        ["watch", "counterA", "password=secret"],
    ],
)
def test_invalid_usage_has_status_2(words: list[str]) -> None:
    run = svvs(*words)
    assert (run.returncode, run.stdout) == (2, "")
    assert "svvs" in run.stderr and "Traceback" not in run.stderr
    assert "secret" not in run.stderr


@pytest.mark.parametrize("words", [["increment", "by=5"], ["increment", "-c", "increment by=5"]])
def test_a_text_in_place_of_a_number_is_explained(words: list[str]) -> None:
    run = svvs("call", "counterA", *words)
    assert run.stderr.endswith("not a string. `by=5` is a text; for a number write `by:=5`.\n")
    assert svvs("call", "counterA", "increment", "by=secret").stderr.endswith(" for any other value write `by:=JSON`.\n")
    assert svvs("call", "counterA", "multiply", "by=5").stderr.count("`") == 0


@pytest.mark.parametrize(("condition", "reason"), [("count >", "expected one such as"), ("count = 3", "to compare, write `==`")])
def test_what_is_not_a_condition_is_explained(condition: str, reason: str) -> None:
    run = svvs("wait", "counterA", "--until", condition)
    assert run.stderr.startswith(f"svvs: `{condition}` is not a condition: {reason}")
    assert len(run.stderr.splitlines()) == 1 and "<unknown>" not in run.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "euc-jp", "ascii"])
def test_characters_that_the_locale_lacks_are_escaped(encoding: str, tmp_path: Path) -> None:
    server = fake_executable(tmp_path, "opened(text='é太😀'); reply(receive(), commit=1); end_of_input()")
    environment = {**source_environment(server), "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    for words in ["get", "t"], ["call", "--help"]:
        command = [sys.executable, "-m", "svvs", *words]
        run = subprocess.run(command, capture_output=True, encoding=encoding, timeout=40, env=environment)
        assert (run.stderr, run.returncode) == ("", 0)
        if words[0] == "get":
            assert json.loads(run.stdout) == {"text": "é太😀"}


def test_a_refusal_has_status_3() -> None:
    run = svvs("call", "counterA", "multiply")
    assert (run.returncode, run.stdout) == (3, "")
    assert run.stderr.startswith("svvs: MethodNotFound: ")


@pytest.mark.parametrize("command", ["wait", "watch"])
def test_the_refusal_of_a_notified_call_has_status_3(command: str) -> None:
    run = svvs(command, "counterA", "-n", "increment by:=2", "-n", "multiply", "--until", "count == 9", "--timeout", "30")
    assert run.returncode == 3 and run.stderr.startswith("svvs: MethodNotFound: ")
    assert len(run.stdout.splitlines()) == (2 if command == "watch" else 0)  # the changes before it


@pytest.mark.parametrize("begun", [["-n", "nope", "-n", "increment"], ["-n", "increment", "-n", "nope"]])
@pytest.mark.parametrize(("command", "count", "printed"), [("wait", 0, 0), ("wait", 1, 0), ("watch", 0, 1), ("watch", 1, 2)])
def test_a_refusal_is_reported_even_if_the_condition_is_met(command: str, count: int, printed: int, begun: list[str]) -> None:
    run = svvs(command, "counterA", *begun, "--until", f"count == {count}", "--timeout", "30")
    assert run.returncode == 3 and run.stderr.startswith("svvs: MethodNotFound: ")
    # A refusal that the server sends before the change may be read first, and ends the command.
    assert len(run.stdout.splitlines()) in ({printed, min(printed, 1)} if "nope" == begun[1] else {printed})


def test_a_notified_call_continues_when_the_condition_is_met(tmp_path: Path) -> None:
    script = """
opened(n=0); act = receive('act'); changed(1, 2, n=1); reply(receive('view/get'), view='v', commit=2, state={'n': 1})
end_of_input(); reply(act, commit=2); write('')
"""
    assert lines(svvs("wait", "t", "-n", "act", "--until", "n == 1", server=fake_executable(tmp_path, script))) == [{"n": 1}]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (None, 'SVVS="./MyApp serve", or put svvs on PATH)\n'),
        ("sys.exit('a reason')", "a reason"),
        ("opened(count=0); receive(); write('garbage\\n')", "not a message of the protocol"),
        ("# raw\ninitialized(1); end_of_input()", "version 1"),
        ("# raw\nsignal.pause()", "the server does not respond: no reply to 'initialize' within 1.0 s"),
    ],
)
def test_a_server_that_does_not_work_has_status_4(tmp_path: Path, script: str | None, words: str) -> None:
    server = "/nowhere/svvs" if script is None else fake_executable(tmp_path, script)
    run = svvs("call", "counterA", "increment", "--timeout", "0.3", server=server)
    assert (run.returncode, run.stdout) == (4, "")
    assert words in run.stderr and "Traceback" not in run.stderr
    assert len(run.stderr.splitlines()) == (2 if words == "a reason" else 1)


def test_the_environment_has_the_command_line_of_the_server(tmp_path: Path) -> None:
    server = fake_executable(tmp_path, "assert sys.argv[2:] == ['serve', 'a b', '--flag']; opened(n=0); reply(receive())")
    assert lines(svvs("call", "t", "act", "--", "--flag", server=f"{server} serve 'a b'")) == [{"n": 0}]
    run = svvs("call", "t", "act", server="'svvs")
    assert (run.returncode, run.stderr) == (2, "svvs: SVVS is not a command line: No closing quotation\n")


def test_an_interrupt_has_status_130() -> None:
    command = [sys.executable, "-m", "svvs", "watch", "counterA"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=source_environment(real_server())) as process:
        assert process.stdout and process.stdout.readline() == b'{"count": 0}\n'
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stdout.read() == b""


def test_a_closed_output_ends_the_command_without_a_message() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "svvs", "call", "counterA", "increment"]
    environment = source_environment(real_server())
    run = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, env=environment, timeout=40)
    os.close(writer)
    assert (run.returncode, run.stderr) == (141, b"")


@pytest.mark.parametrize("words", [["call", "counterA", "increment"], ["watch", "counterA"], ["types"]])
def test_an_output_that_cannot_be_written_is_one_message(words: list[str]) -> None:
    command = [sys.executable, "-m", "svvs", *words]
    with open("/dev/full", "wb") as full:
        environment = source_environment(real_server())
        run = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment, timeout=40)
    message = b"svvs: the output cannot be written: No space left on device\n"
    assert (run.returncode, run.stderr) == (74, message)


def test_a_standard_output_that_is_closed_is_one_message() -> None:
    command = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "svvs", "call", "counterA", "increment"]
    run = subprocess.run(command, stderr=subprocess.PIPE, env=source_environment(real_server()), timeout=40)
    assert (run.returncode, run.stderr) == (74, b"svvs: the output cannot be written: standard output is closed\n")


@pytest.mark.parametrize(("words", "message"), [
    (["call", "user", "load"], "/params/id is missing. Add `-p id=VALUE`.\n"),
    (["call", "effects", "handle"], "/action is missing. Add `action=VALUE`.\n"),
    (["call", "counterA"], "the following arguments are required: ACTION\n"),
])
def test_a_missing_word_is_named(words: list[str], message: str) -> None:
    command = [sys.executable, "-m", "svvs", *words]
    run = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", env=source_environment(real_server()), timeout=40)
    assert run.returncode in (2, 3) and run.stderr.endswith(message)
