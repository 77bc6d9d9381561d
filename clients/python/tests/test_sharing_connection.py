"""Shared sessions in `Connection`, without a process."""

from __future__ import annotations

from typing import Any

import pytest

import svvs
from svvs import SessionChange
from svvs.connection import Connection
from wire import changed, line, received


def snapshot(view: str, type: str = "t", **state: Any) -> dict[str, Any]:
    return {"view": view, "type": type, "params": {}, "state": state}


def joined(*views: dict[str, Any]) -> dict[str, Any]:
    return {"session": "team", "token": "t", "commit": 1, "views": list(views), "answers": [], "running": [], "unknown": []}


def session_changed(*opened: dict[str, Any], closed: tuple[str, ...] = (), connections: int = 2) -> bytes:
    entries = [{**each, "commit": 5} for each in opened]
    params = {"session": "team", "opened": entries, "closed": closed, "connections": connections}
    return line(method="session/changed", params=params)


def in_session(*views: dict[str, Any]) -> Connection:
    """A connection that has joined the session `team`."""
    connection = Connection()
    id = connection.request("session/join", {"session": "team"})
    received(connection, line(id=id, result=joined(*views)))
    connection.data_to_send()
    return connection


def test_a_session_that_is_joined_has_its_views() -> None:
    connection = in_session(snapshot("v", n=1), snapshot("w", n=2))
    assert [(each.view, each.session, each.state) for each in connection.views.values()] == [
        ("v", "team", {"n": 1}),
        ("w", "team", {"n": 2}),
    ]
    assert received(connection, changed(1, 2, n=3)) == [svvs.Change("v", 2, {"n": 3}, {"n": 3})]


def test_views_are_closed_before_others_are_opened() -> None:
    connection = in_session(snapshot("v", n=1))
    former = connection.views["v"]
    events = received(connection, session_changed(snapshot("v", n=9), closed=("v",)))
    assert events == [former.end, SessionChange("team", ("v",), ("v",), 2)]
    assert isinstance(former.end, svvs.ViewClosed)
    assert connection.views["v"].state == {"n": 9}
    assert received(connection, changed(5, 6, n=10)) == [svvs.Change("v", 6, {"n": 10}, {"n": 10})]


def test_a_session_without_connections_is_closed() -> None:
    connection = in_session(snapshot("v"))
    view, part = connection.views["v"], connection.memberships["team"]
    events = received(connection, session_changed(closed=("v",), connections=0))
    assert events == [view.end, SessionChange("team", (), ("v",), 0), part.end]
    assert isinstance(part.end, svvs.ViewClosed) and connection.memberships == {}
    assert received(connection, session_changed(snapshot("w"))) == []


def test_requests_after_a_join_with_a_token_have_ids_that_no_earlier_connection_used() -> None:
    connection = Connection()
    initialize, join = connection.request("initialize"), connection.request("session/join", {"session": "team", "token": "t"})
    assert initialize == 1 and 1000 < join < connection.request("act") < 2**53


@pytest.mark.parametrize(
    "params",
    [
        None,
        {},
        {"session": "team", "opened": [], "closed": []},
        {"session": "team", "opened": [{}], "closed": [], "connections": 1},
        {"session": "team", "opened": [{"view": "x", "type": "t", "commit": 1}], "closed": [], "connections": 1},
        {"session": "team", "opened": None, "closed": None, "connections": 1},
        {"session": 1, "opened": [], "closed": [], "connections": 1},
    ],
)
def test_an_invalid_change_of_a_session_is_refused(params: Any) -> None:
    with pytest.raises(svvs.BadMessage):
        received(in_session(snapshot("v")), line(method="session/changed", params=params))


@pytest.mark.parametrize("wrong", [{"token": None}, {"views": [1]}, {"commit": None}])
def test_an_invalid_reply_to_a_join_is_refused(wrong: dict[str, Any]) -> None:
    connection = Connection()
    id = connection.request("session/join", {"session": "team"})
    with pytest.raises(svvs.BadMessage):
        received(connection, line(id=id, result={**joined(snapshot("v")), **wrong}))
