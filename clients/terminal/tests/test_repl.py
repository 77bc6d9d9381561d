"""`python -m svvs repl` by a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

import svvs
from support import fake_executable, real_server, source_environment
from svvs_terminal.cli.arguments import parse
from svvs_terminal.cli.face import Pipe
from svvs_terminal.cli.repl import repl

COMMAND = [sys.executable, "-W", "error", "-m", "svvs", "repl"]


def run(text: str, server: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        COMMAND,
        input=text,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=40,
        env={**source_environment(server or real_server()), "PYTHONIOENCODING": "utf-8:strict"},  # as a terminal has it
    )


def test_what_a_call_changes_is_shown_before_the_next_line_is_read() -> None:
    session = run("open counterC\n\ncounterC.increment by:=3\ncounterC\nquit\nnothing more is read\n")
    assert session.stdout.splitlines() == [
        'counterC: {"count": 0, "isEven": true}',
        "counterC: count = 3",
        "counterC: isEven = false",
        'counterC: {"count": 3, "isEven": false}',
    ]
    assert (session.stderr, session.returncode) == ("", 0)


def test_properties_are_set_and_views_of_one_type_have_names() -> None:
    session = run("open mirror\nopen mirror\nmirror2.text='a b'\nclose mirror2\nmirror2\n")
    assert 'mirror2: text = "a b"' in session.stdout.splitlines()
    assert session.stderr.startswith("svvs: no such command")


def test_several_properties_are_set_at_once() -> None:
    session = run("open login\nlogin.userId=12345 password=password\nlogin.login\n")
    assert 'login: loginState = "loggedIn"' in session.stdout.splitlines()
    session = run("open login\nlogin.userId=12345 canLogin:=true\nlogin\n")
    assert session.stderr.startswith("svvs: InvalidParams: ") and '"userId": ""' in session.stdout.splitlines()[-1]


def test_a_wrong_line_ends_nothing() -> None:
    wrong = ["none", "counterA.none", "counterA.increment by", "counterA.count:=1", "open none", "close", "'"]
    wrong += ["counterA.increment by:=NaN", "counterA.increment by:=1e999", "counterA.increment by=\udcff", "\udcff"]
    session = run("\n".join(["open counterA", *wrong, "counterA.increment"]))
    assert session.stdout.splitlines() == ['counterA: {"count": 0}', "counterA: count = 1"]
    assert len(session.stderr.splitlines()) == len(wrong) and "Traceback" not in session.stderr
    assert session.returncode == 2  # that of the first


def test_a_value_without_a_name_is_told_what_is_expected() -> None:
    session = run("open user A\nopen none A\nopen effects\n.handle buttonTap\n.none buttonTap\n")
    assert session.stderr.splitlines() == [
        "svvs: expected `open user id=TEXT`",
        "svvs: expected NAME=TEXT or NAME:=JSON",
        "svvs: expected `.handle action=buttonTap|instant [seconds:=JSON]`",
        "svvs: expected NAME=TEXT or NAME:=JSON",
    ]


def test_a_refusal_is_told_by_the_status_of_a_pipe() -> None:
    session = run("open counterA\ncounterA.multiply\ncounterA.increment by\ncounterA.increment\n")
    assert session.returncode == 3 and session.stdout.endswith("counterA: count = 1\n")


def test_it_tells_what_there_is() -> None:
    session = run("types\nhelp\nhelp login\nhelp none\n")
    said = session.stdout.splitlines()
    assert "friends id=TEXT: onAppear, toggleFriendBookmark id=TEXT" in said
    assert "login: login [userId=TEXT] [password=SECRET], didAppear" in said
    assert "VIEW.ACTION [NAME=VALUE…]" in session.stdout
    assert "login   Log in. The page where a user logs in." in said
    assert "  .userId=TEXT   User id. The text of the user id field." in said
    assert session.stderr == "svvs: no such type; `types` lists them\n"


def test_what_changes_nothing_is_told() -> None:
    session = run("open counterA\n.increment by:=0\nopen login\n.userId=\n.userId=a\n")
    said = session.stdout.splitlines()
    assert "counterA.increment has changed nothing" in said
    assert said[-2:] == ["login has not changed", 'login: userId = "a"']


def test_a_pipe_does_no_more_than_its_lines_say() -> None:
    session = run("open login\n.login userId=12345 password=password\nlogin\nopen user id=A\n")
    assert '"shouldNavigateHome": true' in session.stdout and "home:" not in session.stdout
    assert '"isPlaceholder": true' in session.stdout.splitlines()[-1]


def test_a_server_that_dies_ends_it_with_status_4(tmp_path: Path) -> None:
    script = "reply(receive('rpc.discover')); opened(); receive('act'); sys.exit('a reason')"
    session = run("open t\nt.act\nt\n", fake_executable(tmp_path, script))
    assert session.returncode == 4
    assert "a reason" in session.stderr and "Traceback" not in session.stderr


@pytest.mark.parametrize("line", ["t.act", "t", "open t", "reopen", None])
def test_a_server_that_was_killed_ends_it_with_the_next_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str | None
) -> None:
    class Patient(Pipe):
        """Has a second line only when the server has ended, if at all."""

        ended, lines = Event(), iter(["open t"])

        def end(self, error: Exception) -> None:
            self.ended.set()

        def read(self, name: str) -> str:
            for first in self.lines:
                return first
            assert self.ended.wait(20)
            if line is None:
                raise EOFError
            return line

    script = "reply(receive('rpc.discover')); opened(); os.kill(os.getpid(), signal.SIGKILL)"
    monkeypatch.setenv("SVVS", fake_executable(tmp_path, script))
    monkeypatch.setattr("svvs_terminal.cli.repl.Pipe", Patient)
    with open(os.devnull) as nothing, pytest.raises(svvs.ServerDied, match="the server has ended by signal SIGKILL"):
        monkeypatch.setattr(sys, "stdin", nothing)
        repl(parse(["repl"]))


@pytest.mark.parametrize("answer", ["[]", "None", "{'x-viewTypes': []}"])
def test_a_server_that_cannot_describe_itself_ends_it_with_status_4(tmp_path: Path, answer: str) -> None:
    script = f"send(id=receive('rpc.discover')['id'], result={answer}); end_of_input()"
    session = run("", fake_executable(tmp_path, script))
    assert (session.returncode, session.stdout) == (4, "")
    assert "rpc.discover" in session.stderr and "Traceback" not in session.stderr


def test_a_view_that_the_server_closes_is_told_and_can_be_opened_again(tmp_path: Path) -> None:
    script = """
        described(page={"properties": {}, "actions": {"leave": {}}})
        opened(n=0)
        call = receive("leave")
        send(method="session/changed", params={"session": "default", "opened": [], "closed": ["v"], "connections": 1})
        reply(call, commit=1)
        opened(n=1)
        refuse(receive("leave"), -32602, "InvalidParams", "Log in first.")
        end_of_input()
    """
    session = run("open page\npage.leave\npage.leave\nreopen\npage.leave\n", fake_executable(tmp_path, script))
    assert session.stdout.splitlines() == [
        'page: {"n": 0}',
        "page is closed by the server; `reopen` opens it again",
        "open again: page",
        'page: {"n": 1}',
    ]
    assert session.stderr.splitlines() == [
        "svvs: page is closed; `reopen` opens it again",
        "svvs: InvalidParams: Log in first.",
    ]
