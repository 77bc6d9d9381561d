"""Waiting for states and for replies."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Mapping
from typing import Any

import pytest

import svvs
from interfaces import StartServer
from support import fake


def test_wait_tries_every_state() -> None:
    script = """
        opened(n=0)
        receive("act")
        for commit in range(1, 1001):
            changed(commit, commit + 1, n=commit)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        view.notify("act")
        tried: list[int] = []

        def is_last(state: Mapping[str, Any]) -> bool:
            tried.append(state["n"])
            return bool(state["n"] == 1000)

        view.wait(is_last)
        assert tried == list(range(tried[0], 1001))
        gc.collect()
        assert view._replica.listeners == []


def test_wait_returns_at_once_if_the_state_matches() -> None:
    with svvs.Server(command=fake("opened(n=0); end_of_input()")) as server:
        assert server.open("t").wait(lambda state: state["n"] == 0, timeout=0) == {"n": 0}


def test_wait_times_out_and_the_view_can_be_used() -> None:
    script = """
        opened(n=0)
        changed(1, 2, n=1)
        call = receive("act")
        reply(call, commit=2)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        started = time.monotonic()
        with pytest.raises(svvs.TimedOut) as caught:
            view.wait(lambda state: state["n"] == 2, timeout=0.05)
        assert isinstance(caught.value, TimeoutError)
        assert (caught.value.type, caught.value.state) == ("t", {"n": 1})
        assert 0.05 <= time.monotonic() - started < 5
        view.call("act")


def test_wait_times_out_during_changes_that_come_faster_than_they_are_tried(start_server: StartServer) -> None:
    script = """
        opened(n=0)
        receive("act")
        for commit in range(1, 101):
            changed(commit, commit + 1, n=commit)
        end_of_input()
    """
    with start_server(fake(script)) as server:
        view = server.open("t")
        tried: list[int] = []

        def is_slow(state: Mapping[str, Any]) -> bool:
            tried.append(state["n"])
            if len(tried) == 2:
                time.sleep(0.3)  # by which time the others have come, and the deadline has passed
            return False

        server.notify("act")
        with pytest.raises(svvs.TimedOut):
            view.wait(is_slow, timeout=0.2)
        assert len(tried) <= 2


def test_wait_ends_when_the_view_is_closed() -> None:
    script = """
        opened(n=0)
        receive("act")
        request = receive("view/close")
        reply(request, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")

        def close_once_it_waits(state: object) -> bool:
            view.notify("act")
            closer.start()
            return False

        closer = threading.Thread(target=view.close)
        with pytest.raises(svvs.ViewClosed):
            view.wait(close_once_it_waits)
        closer.join()


def test_a_predicate_that_raises_ends_the_wait() -> None:
    with svvs.Server(command=fake("opened(n=0); end_of_input()")) as server, pytest.raises(KeyError):
        server.open("t").wait(lambda state: state["m"])


def test_a_call_that_times_out_is_cancelled() -> None:
    script = """
        opened()
        call = receive("act")
        assert receive("$/cancelRequest")["params"] == {"id": call["id"]}
        refuse(call, -32800, "RequestCancelled")
        reply(receive("next"), commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        view = server.open("t")
        server.timeout = 0.05
        with pytest.raises(svvs.CallTimedOut, match="'act'"):
            view.call("act", password="secret")
        server.timeout = None
        view.call("next")


def test_a_started_call_that_times_out_is_cancelled_and_its_late_reply_can_be_awaited() -> None:
    script = """
        opened()
        call = receive("act")
        cancellation = receive("$/cancelRequest")
        assert cancellation["params"] == {"id": call["id"]}, cancellation
        receive("go on")
        reply(call, commit=1)
        end_of_input()
    """
    with svvs.Server(command=fake(script)) as server:
        call = server.open("t").start("act")
        with pytest.raises(svvs.TimedOut):
            call.result(timeout=0.05)
        server.notify("go on")
        assert call.result() == {"commit": 1}
