"""A server that ends: waiting calls raise, and the process is reaped. For both interfaces."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

import svvs
from interfaces import StartServer
from support import fake


@pytest.mark.parametrize(
    ("end", "status", "words"),
    [
        ("sys.exit(3)", 3, "with status 3"),
        ("os._exit(0)", 0, "with status 0"),
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, "was ended by SIGKILL"),
        ("write('{\"jsonrpc\":'); os._exit(1)", 1, "with status 1"),
    ],
)
def test_a_server_that_ends_during_a_call(start_server: StartServer, end: str, status: int, words: str) -> None:
    with start_server(fake(f"opened(n=0)\nreceive('act')\n{end}")) as server:
        view = server.open("t")
        with pytest.raises(svvs.ServerDied, match=words) as caught:
            view.call("act", password="secret")
        assert caught.value.status == status
        assert "secret" not in str(caught.value) + repr(caught.value)
        assert view.state == {"n": 0}
        with pytest.raises(svvs.ServerDied, match=words):
            view.call("act")
        with pytest.raises(svvs.ServerDied, match=words):
            server.open("t")
        with pytest.raises(svvs.ServerDied, match=words):
            view.wait(lambda state: False)
        assert not view.is_open


def test_a_server_that_ends_while_a_state_is_waited_for(start_server: StartServer) -> None:
    with start_server(fake("opened(n=0); receive('end'); sys.exit(3)")) as server:
        view = server.open("t")
        server.notify("end")
        with pytest.raises(svvs.ServerDied):
            view.wait(lambda state: state["n"])


def test_a_server_that_replies_and_ends_at_once(start_server: StartServer) -> None:
    script = """
        opened(text="")
        call = receive("act")
        changed(1, 2, text="x" * 1_000_000)
        reply(call, commit=2)
        os._exit(0)
    """
    with start_server(fake(script)) as server:
        view = server.open("t")
        view.call("act")
        assert len(view.state["text"]) == 1_000_000


def test_the_calls_of_all_threads_raise_when_the_server_ends() -> None:
    outcomes: list[Exception] = []
    with svvs.Server(command=fake("opened()\nfor _ in range(8): receive('act')\nsys.exit(3)")) as server:
        view = server.open("t")

        def call() -> None:
            try:
                view.call("act")
            except svvs.Error as error:
                outcomes.append(error)

        callers = [threading.Thread(target=call) for _ in range(8)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
    assert [type(outcome) for outcome in outcomes] == [svvs.ServerDied] * 8


def test_the_exception_has_the_last_lines_of_standard_error(start_server: StartServer) -> None:
    script = """
        for number in range(100_000):
            print("line", number, file=sys.stderr)
        sys.exit("the last line")
    """
    with start_server(fake(script)) as server, pytest.raises(svvs.ServerDied) as caught:
        server.open("t")
    last = caught.value.stderr.splitlines()
    assert last[-2:] == ["line 99999", "the last line"]
    assert len(last) == 20
    assert "the last line" in str(caught.value)


@pytest.mark.parametrize("flushed", ["", "sys.stderr.flush(); "])
def test_the_exception_has_the_lines_of_a_crash_without_the_backtrace(start_server: StartServer, flushed: str) -> None:
    script = f"""
        print("before", file=sys.stderr)
        sys.stderr.write("App/Main.swift:7: Fatal ")
        {flushed}sys.stderr.write("error: Index out of range\\n")
        for frame in range(10_000):
            print(frame, "in main", file=sys.stderr)
        {flushed}print("svvs: crashed (SIGILL) in the action act of the view t\\n", file=sys.stderr)
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGILL)
    """
    with start_server(fake(script)) as server, pytest.raises(svvs.ServerDied, match="SIGILL") as caught:
        server.open("t")
    lines = ["before", "App/Main.swift:7: Fatal error: Index out of range"]
    assert caught.value.stderr.splitlines() == [*lines, "svvs: crashed (SIGILL) in the action act of the view t"]


def test_a_server_that_closes_its_output_only(start_server: StartServer) -> None:
    with start_server(fake("receive(); os.close(1); signal.pause()")) as server, pytest.raises(svvs.ServerDied):
        server.open("t")


def test_a_server_that_closes_its_input_only(start_server: StartServer) -> None:
    with start_server(fake("opened(); os.close(0); signal.pause()")) as server:
        view = server.open("t")
        with pytest.raises(svvs.ServerDied):
            view.call("act", text="x" * 1_000_000)


def test_a_server_whose_child_keeps_the_pipes_open(start_server: StartServer, tmp_path: Path) -> None:
    child = tmp_path / "child"
    os.mkfifo(child)
    script = f"""
        import subprocess
        subprocess.Popen(["cat", {str(child)!r}])
        receive()
        sys.exit(3)
    """
    try:
        with start_server(fake(script)) as server, pytest.raises(svvs.ServerDied, match="with status 3"):
            server.open("t")
    finally:
        os.close(os.open(child, os.O_WRONLY))  # ends the child, which waits until the other end is opened
