"""Closing the server, however it takes that. For both faces."""

from __future__ import annotations

import os
import signal
import threading

import pytest

import svvs
from faces import Face
from support import fake, interrupted
from svvs import async_child, child


def test_closing_lets_calls_finish(face: Face) -> None:
    script = """
        opened(n=0)
        end_of_input()
        print("drained", file=sys.stderr)
    """
    with face(fake(script)) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerDied, match="with status 0; its last words:\ndrained"):
            server.request("m")


@pytest.mark.parametrize("before", ["", "os.close(1)"])
def test_closing_has_its_own_patience(face: Face, before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (child, async_child):
        monkeypatch.setattr(module, "GRACE", 0.05)
    script = f"opened(); end_of_input(); {before or 'pass'}; signal.sigtimedwait([], 0.5); os._exit(0)"
    with face(fake(script)) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerDied, match="with status 0"):
            server.request("m")


def test_closing_terminates_a_server_that_does_not_end_by_itself(face: Face) -> None:
    with face(fake("opened(); signal.pause()"), close_timeout=0.05) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerDied, match="by signal SIGTERM"):
            server.request("m")


def test_closing_kills_a_server_that_cannot_be_terminated(face: Face) -> None:
    script = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nopened()\nwhile True: signal.pause()"
    with face(fake(script), close_timeout=0.05) as server:
        server.open("t")
        server.close()
        with pytest.raises(svvs.ServerDied, match="by signal SIGKILL"):
            server.request("m")


def test_closing_does_not_wait_for_writing(face: Face) -> None:
    with face(fake("opened(); signal.pause()"), close_timeout=0.05, timeout=0.05) as server:
        with pytest.raises(svvs.TimedOut):
            server.open("t").call("act", text="x" * 10_000_000)


def test_a_block_that_raises_closes_the_server(face: Face) -> None:
    with pytest.raises(ZeroDivisionError), face(fake("opened(); end_of_input()")) as server:
        server.open("t")
        raise ZeroDivisionError


def test_closing_twice() -> None:
    server = svvs.Server(command=fake("end_of_input()"))
    server.close()
    server.close()


def test_ctrl_c_does_not_reach_the_server(face: Face) -> None:
    with face(fake("reply(receive(), alone=os.getsid(0) == os.getpid()); end_of_input()")) as server:
        assert server.request("m") == {"alone": True}


def test_an_interrupted_call_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    script = """
        opened()
        call = receive("act")
        receive("$/cancelRequest")
        refuse(call, -32800, "RequestCancelled")
        reply(receive("next"), commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(svvs.Call, "result", interrupted)
            view.call("act")
        view.call("next")


def test_an_interrupted_close_still_ends_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child.Child, "_stop", interrupted)
    with pytest.raises(KeyboardInterrupt):
        with svvs.Server(command=fake("opened(); signal.pause()"), close_timeout=50) as server:
            server.open("t")
    with pytest.raises(svvs.ServerDied, match="by signal SIGKILL"):
        server.request("m")


@pytest.mark.parametrize("threads_that_start", range(5))
def test_a_constructor_that_fails_half_way(threads_that_start: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start = threading.Thread.start
    started: list[threading.Thread] = []

    def start_some(thread: threading.Thread) -> None:
        if len(started) == threads_that_start:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_some)
    with pytest.raises(RuntimeError):
        svvs.Server(command=fake("end_of_input()"))
    for thread in started:
        thread.join()
