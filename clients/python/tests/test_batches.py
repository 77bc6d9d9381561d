"""Batches of messages. For both interfaces."""

from __future__ import annotations

import pytest

import svvs
from interfaces import StartServer
from support import fake, real_server

BATCH = """
    opened()
    first, noted, second = json.loads(sys.stdin.buffer.readline())
    assert (first["method"], noted["method"], second["method"]) == ("act", "note", "act")
    assert "id" not in noted and noted["params"] == {"a": 1}
"""


def answered(answers: str) -> list[str]:
    return fake(BATCH + f"    write(json.dumps({answers}) + '\\n')\n    end_of_input()\n")


def test_results_are_in_the_order_of_the_requests(start_server: StartServer) -> None:
    one = '{"jsonrpc": "2.0", "id": first["id"], "result": 1}'
    two = '{"jsonrpc": "2.0", "id": second["id"], "result": 2}'
    with start_server(answered(f"[{two}, {one}]")) as server:
        view = server.open("t")
        note = svvs.Notification("note", {"a": 1})
        assert server.batch(view.prepare("act"), note, view.prepare("act")) == [1, 2]


def test_a_refused_request_does_not_affect_the_others(start_server: StartServer) -> None:
    one = '{"jsonrpc": "2.0", "id": first["id"], "error": {"code": -32001, "message": "no", "data": {"limit": "x"}}}'
    two = '{"jsonrpc": "2.0", "id": second["id"], "result": 2}'
    with start_server(answered(f"[{one}, {two}]")) as server:
        view = server.open("t")
        refused, result = server.batch(view.prepare("act"), svvs.Notification("note", {"a": 1}), view.prepare("act"))
        assert isinstance(refused, svvs.Overloaded) and refused.limit == "x"
        assert result == 2


def test_a_batch_that_is_refused_as_a_whole(start_server: StartServer) -> None:
    error = '{"jsonrpc": "2.0", "id": None, "error": {"code": -32600, "message": "no"}}'
    with start_server(answered(error)) as server:
        view = server.open("t")
        outcomes = server.batch(view.prepare("act"), svvs.Notification("note", {"a": 1}), view.prepare("act"))
        assert [type(outcome) for outcome in outcomes] == [svvs.ResponseError] * 2


def test_a_batch_that_times_out_is_cancelled(start_server: StartServer) -> None:
    cancelled = 'assert [receive("$/cancelRequest")["params"]["id"] for _ in "12"] == [first["id"], second["id"]]'
    then = f"    {cancelled}\n    reply(receive('next'), ok=True)\n    end_of_input()"
    with start_server(fake(BATCH + then)) as server:
        view = server.open("t")
        server.timeout = 0.1
        with pytest.raises(svvs.CallTimedOut):
            server.batch(view.prepare("act"), svvs.Notification("note", {"a": 1}), view.prepare("act"))
        server.timeout = 20
        assert server.request("next") == {"ok": True}


def test_a_server_that_dies_during_a_batch(start_server: StartServer) -> None:
    with start_server(fake(BATCH + "    sys.exit(3)")) as server:
        view = server.open("t")
        with pytest.raises(svvs.ServerDied, match="status 3"):
            server.batch(view.prepare("act"), svvs.Notification("note", {"a": 1}), view.prepare("act"))


def test_a_batch_returns_after_its_changes_are_applied(start_server: StartServer) -> None:
    with start_server(real_server()) as server:
        counter = server.open("counterA")
        outcomes = server.batch(
            counter.prepare("increment"),
            svvs.Notification("increment", {"by": 10}),
            svvs.Request("view/open", {"type": "counterA", "view": "mine"}),
            counter.prepare("increment", by="much"),
        )
        assert counter.state == {"count": 11}
        assert outcomes[1]["state"] == {"count": 11}
        assert outcomes[2].kind == "InvalidParams"


def test_a_batch_of_notifications_returns_at_once(start_server: StartServer) -> None:
    with start_server(real_server()) as server:
        counter = server.open("counterA")
        assert server.batch(svvs.Notification("increment"), svvs.Notification("increment")) == []
        assert counter.wait(lambda state: state["count"] == 2) == {"count": 2}


def test_messages_do_not_show_their_parameters() -> None:
    messages = [svvs.Request("login", {"password": "secret"}), svvs.Notification("login", {"password": "secret"})]
    assert "secret" not in repr(messages)
