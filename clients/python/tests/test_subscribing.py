"""Callbacks of the blocking interface."""

from __future__ import annotations

import logging
import threading
from queue import SimpleQueue

import pytest

import svvs
from support import fake


def test_subscribers_get_every_change_until_they_stop() -> None:
    script = """
        opened(n=0)
        for commit in (1, 2):
            call = receive("act")
            changed(commit, commit + 1, n=commit)
            reply(call, commit=commit + 1)
        end_of_input()
    """
    received: SimpleQueue[svvs.Change] = SimpleQueue()
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        stop = view.subscribe(received.put)
        view.call("act")
        assert received.get() == svvs.Change("v", 2, {"n": 1}, {"n": 1})
        stop()
        stop()
        view.call("act")
    assert received.empty()


def test_after_unsubscribing_no_queued_change_is_delivered() -> None:
    script = """
        opened(n=0)
        call = receive("act")
        changed(1, 2, n=1)
        changed(2, 3, n=2)
        reply(call, commit=3)
        end_of_input()
    """
    received: SimpleQueue[int] = SimpleQueue()
    stopped = threading.Event()

    def receive(change: svvs.Change) -> None:
        received.put(change.commit)
        stopped.wait()

    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        stop = view.subscribe(receive)
        view.call("act")
        assert received.get() == 2
        stop()
        stopped.set()
    assert received.empty()


def test_closing_the_server_waits_for_callbacks(monkeypatch: pytest.MonkeyPatch) -> None:
    script = """
        opened(n=0)
        receive("act")
        changed(1, 2, n=1)
        changed(2, 3, n=2)
        receive("never answered")
        end_of_input()
    """
    received: list[int] = []
    started, waited_for = threading.Event(), threading.Event()

    def receive(change: svvs.Change) -> None:
        if change.commit == 2:
            call = server.start("never answered")
            started.set()
            with pytest.raises(svvs.ServerDied):
                call.result()
            assert waited_for.wait(20)
        received.append(change.commit)

    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.subscribe(receive)
        thread = server._thread._callback_thread
        assert thread is not None
        join = thread.join

        def waited(timeout: float | None = None) -> None:
            waited_for.set()
            join(timeout)

        monkeypatch.setattr(thread, "join", waited)
        view.notify("act")
        started.wait()
    assert received == [2, 3]


def test_a_callback_may_call_the_server() -> None:
    script = """
        opened(n=0)
        receive("act")
        changed(1, 2, n=1)
        reply(receive("react"), commit=2)
        end_of_input()
    """
    reacted = threading.Event()
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")

        def react(change: svvs.Change) -> None:
            view.call("react")
            reacted.set()

        view.subscribe(react)
        view.notify("act")
        reacted.wait()


def test_the_exception_of_a_callback_is_logged_and_the_next_one_runs(caplog: pytest.LogCaptureFixture) -> None:
    script = """
        opened(n=0)
        receive("act")
        changed(1, 2, n=1)
        changed(2, 3, n=2)
        end_of_input()
    """
    received: SimpleQueue[int] = SimpleQueue()

    def fail_at_first(change: svvs.Change) -> None:
        received.put(change.commit)
        if change.commit == 2:
            raise RuntimeError("a bug in the callback")

    with svvs.Server(command=fake(script)) as server, caplog.at_level(logging.ERROR, "svvs"):
        view = server.open("t")
        view.subscribe(fail_at_first)
        view.notify("act")
        assert [received.get(), received.get()] == [2, 3]
    assert "a bug in the callback" in caplog.text
