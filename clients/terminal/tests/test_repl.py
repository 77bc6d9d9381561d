"""`python -m svvs repl`."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from support import fake_executable, real_server, source_environment

COMMAND = [sys.executable, "-W", "error", "-m", "svvs", "repl"]


def run(text: str, server: str | None = None, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *options],
        input=text,
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=40,
        env={**source_environment(server or real_server()), "PYTHONIOENCODING": "utf-8:strict"},  # as a terminal has it
    )


def test_the_changes_of_a_call_are_printed_before_the_next_line_is_read() -> None:
    session = run("open counterC\n\ncounterC.increment by:=3\ncounterC\nquit\nnothing more is read\n")
    assert session.stdout.splitlines() == [
        'counterC: {"count": 0, "isEven": true}',
        "counterC: count = 3",
        "counterC: isEven = false",
        'counterC: {"count": 3, "isEven": false}',
    ]
    assert (session.stderr, session.returncode) == ("", 0)


def test_help_lists_the_commands() -> None:
    session = run("help\n")
    assert (session.returncode, session.stderr) == (0, "")
    lines = session.stdout.splitlines()
    assert [line.split()[0] for line in lines] == [
        "open", "VIEW", "VIEW.ACTION", "VIEW.NAME=VALUE", ".ACTION,", "close", "help", "quit"
    ]  # fmt: skip


def test_properties_are_set_and_views_of_one_type_have_names() -> None:
    session = run("open mirror\nopen mirror\nmirror2.text='a b'\nclose mirror2\nmirror2\n")
    assert 'mirror2: text = "a b"' in session.stdout.splitlines()
    assert session.stderr.startswith("svvs: line 5: `mirror2`: expected a command")


def test_several_properties_are_set_at_once() -> None:
    session = run("open login\nlogin.userId=12345 password=password\nlogin.login\n")
    assert 'login: loginState = "loggedIn"' in session.stdout.splitlines()
    session = run("open login\nlogin.userId=12345 canLogin:=true\nlogin\n")
    assert session.stderr.startswith("svvs: line 2: InvalidParams: ") and '"userId": ""' in session.stdout.splitlines()[-1]


def test_an_invalid_line_does_not_end_the_command() -> None:
    wrong = ["none", "counterA.none", "counterA.increment by", "counterA.count:=1", "open none", "close", "'"]
    wrong += ["counterA.increment by:=NaN", "counterA.increment by:=1e999", "counterA.increment by=\udcff", "\udcff"]
    session = run("\n".join(["open counterA", *wrong, "counterA.increment"]))
    assert session.stdout.splitlines() == ['counterA: {"count": 0}', "counterA: count = 1"]
    assert len(session.stderr.splitlines()) == len(wrong) and "Traceback" not in session.stderr
    assert session.returncode == 2  # that of the first


def test_the_name_of_the_only_required_parameter_may_be_omitted() -> None:
    session = run("open user A\n.load\n")
    assert 'user: displayName = "User A"' in session.stdout.splitlines()
    assert session.stderr == ""


def test_a_parameter_that_is_not_a_text_is_sent_as_json(tmp_path: Path) -> None:
    params = "params={'required': ['page'], 'properties': {'page': {'type': 'integer'}}}"
    script = f"described(t={{{params.replace('params=', repr('params') + ': ')}}}); assert opened()['params']['params'] == {{'page': 7}}"
    assert run("open t 7\n", fake_executable(tmp_path, script + "; end_of_input()")).stdout == "t: {}\n"


def test_a_parameter_that_is_a_text_or_null_is_sent_as_text(tmp_path: Path) -> None:
    schema = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    params = {"required": ["id"], "properties": {"id": schema}}
    script = f"described(t={{'params': {params}}}); assert opened()['params']['params'] == {{'id': '7'}}"
    session = run("open t 7\n", fake_executable(tmp_path, script + "; end_of_input()"))
    assert (session.stdout, session.returncode) == ("t: {}\n", 0)


def test_a_value_without_a_name_is_refused() -> None:
    session = run("open counterA 5\nopen effects\n.handle buttonTap\nopen none A\n")
    reason = "expected NAME=TEXT or NAME:=JSON"
    *lines, last = session.stderr.splitlines()
    assert lines == [f"svvs: line {number}: {reason}" for number in (1, 3)]
    assert last.startswith("svvs: line 4: `none` is not a view type; expected one of: ") and "counterA, " in last


def test_a_text_in_place_of_a_number_is_explained() -> None:
    session = run("open counterA\n.increment by=5\n")
    assert session.stderr.endswith("`by=5` is a text; for a number write `by:=5`.\n")


def test_the_status_is_that_of_the_first_line_that_failed() -> None:
    session = run("open counterA\ncounterA.multiply\ncounterA.increment by\ncounterA.increment\n")
    assert session.returncode == 3 and session.stdout.endswith("counterA: count = 1\n")


def test_a_line_without_changes_is_reported() -> None:
    session = run("open counterA\n.increment by:=0\nopen login\n.userId=\n.userId=a\n")
    said = session.stdout.splitlines()
    assert "counterA.increment changed nothing" in said
    assert said[-2:] == ["login did not change", 'login: userId = "a"']


def test_hints_of_the_app_are_not_followed() -> None:
    session = run("open login\n.login userId=12345 password=password\nlogin\nopen user id=A\n")
    assert '"shouldNavigateHome": true' in session.stdout and "home:" not in session.stdout
    assert '"isPlaceholder": true' in session.stdout.splitlines()[-1]


def test_a_change_is_printed_while_no_line_is_read(tmp_path: Path) -> None:
    go = tmp_path / "go"
    os.mkfifo(go)
    script = f"opened(n=0); open({str(go)!r}).read(); changed(1, 2, n=1); end_of_input()"
    environment = source_environment(fake_executable(tmp_path, script))
    with subprocess.Popen(COMMAND, stdin=PIPE, stdout=PIPE, encoding="utf-8", env=environment) as process:
        assert process.stdin and process.stdout
        process.stdin.write("open t\n")
        process.stdin.flush()
        assert process.stdout.readline() == 't: {"n": 0}\n'
        go.write_text("")
        assert process.stdout.readline() == "t: n = 1\n"
        process.stdin.close()
        assert process.wait(20) == 0


def test_a_call_that_times_out_has_status_1(tmp_path: Path) -> None:
    script = "opened(n=0); act = receive('act'); cancelled = receive(); reply(receive('act'), commit=1); end_of_input()"
    session = run("open t\n.act\n.act\n", fake_executable(tmp_path, script), "--timeout", "0.3")
    assert session.stdout.splitlines() == ['t: {"n": 0}', "t.act changed nothing"]
    assert (session.stderr, session.returncode) == ("svvs: line 2: no reply to 'act' within 0.3 s\n", 1)


def test_an_interrupt_has_status_130() -> None:
    environment = source_environment(real_server())
    with subprocess.Popen(COMMAND, stdin=PIPE, stdout=PIPE, encoding="utf-8", env=environment) as process:
        assert process.stdin and process.stdout
        process.stdin.write("open counterA\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130


def test_a_server_that_ends_has_status_4(tmp_path: Path) -> None:
    script = "opened(); receive('act'); sys.exit('a reason')"
    session = run("open t\nt.act\nt\n", fake_executable(tmp_path, script))
    assert session.returncode == 4
    assert "a reason" in session.stderr and "Traceback" not in session.stderr


@pytest.mark.parametrize("line", ["t.act", "t", "open t", ""])
def test_a_server_that_was_killed_ends_the_command_at_the_end_of_input(tmp_path: Path, line: str) -> None:
    session = run(f"open t\n{line}\n", fake_executable(tmp_path, "opened(); os.kill(os.getpid(), signal.SIGKILL)"))
    assert session.returncode == 4
    assert session.stderr == "svvs: the server was ended by SIGKILL\n"


def test_an_error_cannot_move_the_cursor(tmp_path: Path) -> None:
    script = r"opened(); refuse(receive(), -32001, 'Refused', 'no\x1b[2J'); end_of_input()"
    session = run("open t\n.act\n", fake_executable(tmp_path, script))
    assert (session.stderr, session.returncode) == ("svvs: line 2: Refused: no␛[2J\n", 3)


def test_a_view_that_the_server_closes_is_reported(tmp_path: Path) -> None:
    script = """
        opened(n=0)
        call = receive("leave")
        send(method="session/changed", params={"session": "default", "opened": [], "closed": ["v"], "connections": 1})
        reply(call, commit=1)
        reply(receive("view/open"), view="w", commit=2, state={"n": 1})
        end_of_input()
    """
    session = run("open page\npage.leave\npage.leave\nclose page\nopen page\n", fake_executable(tmp_path, script))
    assert session.stdout.splitlines() == ['page: {"n": 0}', "page was closed by the server", 'page: {"n": 1}']
    assert session.returncode == 4 and len(session.stderr.splitlines()) == 1 and "closed" in session.stderr


def test_a_reader_that_ends_during_changes_ends_the_command_without_a_message() -> None:
    environment = source_environment(real_server())
    with subprocess.Popen(COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=environment) as session:
        assert session.stdin and session.stdout and session.stderr
        session.stdin.write(b"open counterA\n")
        session.stdin.flush()
        assert session.stdout.readline() == b'counterA: {"count": 0}\n'
        session.stdout.close()
        with contextlib.suppress(BrokenPipeError):  # the command may end before it has read all lines
            session.stdin.write(b".increment\n" * 2000)
            session.stdin.close()
        assert session.stderr.read() == b""
        assert session.wait(40) == 141


def test_without_an_input_there_are_no_lines() -> None:
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND]
    session = subprocess.run(command, capture_output=True, timeout=40, env=source_environment(real_server()))
    assert (session.returncode, session.stdout, session.stderr) == (0, b"", b"")
