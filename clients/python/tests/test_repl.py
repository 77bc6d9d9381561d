"""`python -m svvs repl`, by pipe and in a terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support import fake_executable, real_server, source_environment

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
    wrong = ["none", "counterA.none", "counterA.increment by", "counterA.count:=1", "open none", "open", "close", "'"]
    wrong += ["counterA.increment by:=NaN", "counterA.increment by:=1e999", "counterA.increment by=\udcff", "\udcff"]
    session = run("\n".join(["open counterA", *wrong, "counterA.increment"]))
    assert session.stdout.splitlines() == ['counterA: {"count": 0}', "counterA: count = 1"]
    assert len(session.stderr.splitlines()) == len(wrong) and "Traceback" not in session.stderr
    assert session.returncode == 0


def test_it_tells_what_there_is() -> None:
    session = run("types\nhelp\n")
    assert "login: login, didAppear" in session.stdout.splitlines()
    assert "VIEW.ACTION [NAME=VALUE…]" in session.stdout


def test_a_server_that_dies_ends_it_with_status_4(tmp_path: Path) -> None:
    script = "reply(receive('rpc.discover')); opened(); receive('act'); sys.exit('a reason')"
    session = run("open t\nt.act\nt\n", fake_executable(tmp_path, script))
    assert session.returncode == 4
    assert "a reason" in session.stderr and "Traceback" not in session.stderr


@pytest.mark.parametrize("answer", ["[]", "None", "{'x-viewTypes': []}"])
def test_a_server_that_cannot_describe_itself_ends_it_with_status_4(tmp_path: Path, answer: str) -> None:
    script = f"send(id=receive('rpc.discover')['id'], result={answer}); end_of_input()"
    session = run("", fake_executable(tmp_path, script))
    assert (session.returncode, session.stdout) == (4, "")
    assert "rpc.discover" in session.stderr and "Traceback" not in session.stderr


class Terminal:
    """What a person at the prompt types and sees."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._seen = ""

    def types(self, text: str) -> None:
        os.write(self._descriptor, text.encode())

    def sees(self, text: str) -> None:
        """Waits until the text has appeared behind what was seen last."""
        deadline = time.monotonic() + 20
        while text not in self._seen:
            ready = select.select([self._descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]
            assert ready, f"{text!r} does not appear in {self._seen!r}"
            self._seen += os.read(self._descriptor, 65536).decode(errors="replace")
        self._seen = self._seen.partition(text)[2]


@contextmanager
def terminal(server: str | None = None) -> Iterator[tuple[Terminal, subprocess.Popen[bytes]]]:
    ours, theirs = pty.openpty()
    environment = {**source_environment(server or real_server()), "TERM": "dumb", "INPUTRC": "/dev/null", "COLUMNS": "200"}
    with subprocess.Popen(COMMAND, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        try:
            yield Terminal(ours), process
        finally:
            process.kill()
            os.close(ours)


def test_the_tabulator_completes_views_actions_properties_and_arguments() -> None:
    with terminal() as (person, process):
        person.sees("svvs> ")
        person.types("open mirr\t\n")
        person.sees('mirror: {"text": "')
        person.types("mirror.te\t=abc\n")
        person.sees('mirror: text = "abc"')
        person.types("open counterA\n")
        person.sees("counterA: ")
        person.types("counterA.inc\t b\t7\n")
        person.sees("counterA: count = 7")
        person.types("open effects\n")
        person.sees("effects: ")
        person.types("effects.h\t action=i\t\n")
        person.sees("effects: instants = 1")
        person.sees("svvs> ")  # Before it, the terminal itself would take the key.
        person.types("\x04")
        assert process.wait(20) == 0


def test_a_change_appears_above_what_is_being_typed(tmp_path: Path) -> None:
    go = tmp_path / "go"
    os.mkfifo(go)
    script = f"reply(receive()); opened(n=0); open({str(go)!r}).read(); changed(1, 2, n=1); end_of_input()"
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("svvs> ")
        person.types("open t\n")
        person.sees("t: {")
        person.sees("svvs> ")
        person.types("half a li")
        person.sees("half a li")
        go.write_text("")
        person.sees("t: n = 1")
        person.sees("svvs> half a li")
        person.types("\x15quit\n")
        assert process.wait(20) == 0


def test_a_server_that_dies_at_the_prompt_is_told_at_once(tmp_path: Path) -> None:
    go = tmp_path / "go"
    os.mkfifo(go)
    script = f"reply(receive()); open({str(go)!r}).read(); sys.exit('a reason')"
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("svvs> ")
        person.types("half a li")
        person.sees("half a li")
        go.write_text("")
        person.sees("svvs: the server has ended with status 1")
        person.sees("a reason")
        person.sees("svvs> half a li")
        person.types("ne\n")
        assert process.wait(20) == 4


def test_an_interrupt_cancels_the_call_and_not_the_prompt() -> None:
    with terminal() as (person, process):
        person.sees("svvs> ")
        person.types("open effects\n")
        person.sees("effects: {")
        person.types("effects.handle action=buttonTap seconds:=50\n")
        person.sees("effects: tapsUnderWay = 1")
        process.send_signal(signal.SIGINT)
        person.sees("effects: tapsUnderWay = 0")
        person.types("quit\n")
        assert process.wait(20) == 0
