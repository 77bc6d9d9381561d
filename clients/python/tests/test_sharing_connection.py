"""Shared sessions and lost connections in `Connection`, without a process."""

from __future__ import annotations

from typing import Any

import pytest

import svvs
from svvs import SessionChange
from svvs.connection import Connection, Ended, Event, Refusal, Reply
from wire import changed, line, received, sent


def snapshot(view: str, type: str = "t", **state: Any) -> dict[str, Any]:
    return {"view": view, "type": type, "params": {}, "state": state}


def joined(token: str, *views: dict[str, Any], commit: int = 1, **requests: Any) -> dict[str, Any]:
    empty: dict[str, Any] = {"answers": [], "running": [], "unknown": []}
    return {"session": "team", "token": token, "commit": commit, "views": list(views), **empty, **requests}


def session_changed(*opened: dict[str, Any], closed: tuple[str, ...] = (), connections: int = 2) -> bytes:
    entries = [{**each, "commit": 5} for each in opened]
    params = {"session": "team", "opened": entries, "closed": closed, "connections": connections}
    return line(method="session/changed", params=params)


def in_session(*views: dict[str, Any], delivery: str | None = None) -> Connection:
    """A connection that has joined the session `team`."""
    connection = Connection()
    id = connection.request("session/join", {"session": "team", **({"delivery": delivery} if delivery else {})})
    received(connection, line(id=id, result=joined("first", *views)))
    connection.data_to_send()
    return connection


def cut(connection: Connection) -> list[Event]:
    return list(connection.cut())


def rejoining(connection: Connection) -> dict[str, Any]:
    """The request with which a connection joins again, the only message that it sends."""
    (id,) = connection.rejoin()
    request: dict[str, Any] = sent(connection)[0]
    assert (request["method"], request["id"]) == ("session/join", id)
    return request


def answer(connection: Connection, **requests: Any) -> list[Event]:
    """The events of joining the session again, without the reply to the join."""
    request = rejoining(connection)
    *events, reply = received(connection, line(id=request["id"], result=joined("second", snapshot("v"), **requests)))
    assert isinstance(reply, Reply) and reply.id == request["id"]
    return events


def refusal(event: Event) -> tuple[int, str]:
    assert isinstance(event, Refusal)
    return event.id, type(event.error).__name__


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
    assert events == [Ended(former), SessionChange("team", ("v",), ("v",), 2)]
    assert isinstance(former.end, svvs.ViewClosed)
    assert connection.views["v"].state == {"n": 9}
    assert received(connection, changed(5, 6, n=10)) == [svvs.Change("v", 6, {"n": 10}, {"n": 10})]


def test_a_session_without_connections_is_closed() -> None:
    connection = in_session(snapshot("v"))
    view, part = connection.views["v"], connection.memberships["team"]
    events = received(connection, session_changed(closed=("v",), connections=0))
    assert events == [Ended(view), SessionChange("team", (), ("v",), 0), Ended(part)]
    assert isinstance(part.end, svvs.ViewClosed) and connection.memberships == {}
    assert received(connection, session_changed(snapshot("w"))) == []


def test_a_cut_ends_views_and_requests_outside_of_shared_sessions() -> None:
    connection = in_session(snapshot("v"))
    open = connection.request("view/open", {"type": "t"})
    received(connection, line(id=open, result={"view": "own", "commit": 1, "state": {}}))
    own = connection.views["own"]
    ids = [connection.request("act", {"view": "own"}), connection.request("rpc.discover")]
    connection.request("act", {"view": "v"})
    *refusals, ended = cut(connection)
    assert list(map(refusal, refusals)) == [(id, "Disconnected") for id in ids]
    assert ended == Ended(own) and str(own.end) == "view 'own' was lost with the connection"
    assert list(connection.views) == ["v"]


def test_an_incomplete_line_is_dropped_at_the_cut() -> None:
    connection = in_session(snapshot("v"))
    assert received(connection, b'{"jsonrpc":"2.0","met') == []
    cut(connection)
    assert answer(connection) == [SessionChange("team", (), (), None)]


def test_messages_during_a_cut_are_held_back_and_sent_once() -> None:
    connection = in_session(snapshot("v"))
    cut(connection)
    first = connection.request("act", {"view": "v", "n": 1})
    connection.notify("act", {"view": "v", "n": 2})
    connection.batch([svvs.Request("act", {"view": "v", "n": 3})])
    assert connection.data_to_send() == b""
    greeting = connection.request("initialize")
    assert [each["id"] for each in sent(connection)] == [greeting] and greeting > first
    assert rejoining(connection)["params"]["unanswered"] == []
    assert list(connection.resume()) == []
    one, two, (three,) = sent(connection)
    assert [each["params"]["n"] for each in (one, two, three)] == [1, 2, 3]
    assert one["id"] == first and "id" not in two


def test_a_session_is_joined_again_with_its_token_and_the_ids_without_reply() -> None:
    connection = in_session(snapshot("v"), delivery="patch")
    done, open_, call = (connection.request(name, {"view": "v"}) for name in ("done", "open", "call"))
    received(connection, line(id=done, result={"commit": 1}))
    cut(connection)
    request = rejoining(connection)
    assert request["id"] > call
    assert request["params"] == {
        "session": "team",
        "token": "first",
        "delivery": "patch",
        "unanswered": [open_, call],
    }


def test_calls_get_their_replies_with_the_join_or_later() -> None:
    connection = in_session(snapshot("v"))
    done, refused, running, unknown = (connection.request("act", {"view": "v"}) for _ in range(4))
    cut(connection)
    error = {"code": -32800, "message": "no", "data": {"kind": "RequestCancelled"}}
    answers = [{"id": done, "result": {"commit": 1}}, {"id": refused, "error": error}]
    change, *events = answer(connection, answers=answers, running=[running], unknown=[unknown])
    assert change == SessionChange("team", (), (), None)
    assert events[0] == Reply(done, {"commit": 1})
    assert list(map(refusal, events[1:])) == [(refused, "RequestCancelled"), (unknown, "AnswerLost")]
    list(connection.resume())
    assert connection.data_to_send() == b"", "nothing is sent again"
    assert received(connection, line(id=running, result={"commit": 2})) == [Reply(running, {"commit": 2})]


def test_views_continue_after_a_cut() -> None:
    connection = in_session(snapshot("v", n=1), snapshot("gone"), snapshot("other"))
    view, gone, other = connection.views.values()
    cut(connection)
    views = [snapshot("v", n=7), snapshot("other", "another type"), snapshot("new")]
    request = rejoining(connection)
    events = received(connection, line(id=request["id"], result=joined("second", *views, commit=9)))
    change = SessionChange("team", ("other", "new"), ("gone", "other"), None)
    assert events[:-1] == [Ended(gone), Ended(other), svvs.Change("v", 9, {"n": 7}, {"n": 7}), change]
    assert connection.views["v"] is view and connection.views["other"] is not other
    assert received(connection, changed(9, 10, n=8)) == [svvs.Change("v", 10, {"n": 8}, {"n": 8})]


def test_a_cut_during_the_next_join_loses_no_call() -> None:
    connection = in_session(snapshot("v"))
    first, second = (connection.request("act", {"view": "v"}) for _ in range(2))
    cut(connection)
    held = connection.request("act", {"view": "v"})
    greeting = connection.request("initialize")
    connection.data_to_send()
    (join,) = connection.rejoin()
    assert list(map(refusal, cut(connection))) == [(greeting, "Disconnected"), (join, "Disconnected")]
    assert connection.data_to_send() == b""
    answer(connection, answers=[{"id": first, "result": {"commit": 1}}], running=[second])
    assert cut(connection) == []
    request = rejoining(connection)
    assert (request["params"]["token"], request["params"]["unanswered"]) == ("second", [second])
    list(connection.resume())
    assert [each["id"] for each in sent(connection)] == [held]


def test_a_session_that_cannot_be_joined_again_is_lost() -> None:
    connection = in_session(snapshot("v"))
    view, part = connection.views["v"], connection.memberships["team"]
    call = connection.request("act", {"view": "v"})
    cut(connection)
    held = connection.request("act", {"view": "v"})
    request = rejoining(connection)
    error = {"code": -32602, "message": "not a shared session", "data": {"kind": "InvalidParams"}}
    lost, *ends, refused = received(connection, line(id=request["id"], error=error))
    assert (refusal(lost), refusal(refused)) == ((call, "Disconnected"), (request["id"], "ResponseError"))
    assert ends == [Ended(view), Ended(part)]
    assert str(part.end) == "session 'team' was lost with the connection: InvalidParams: not a shared session"
    assert list(connection.resume()) == [Refusal(held, view.end or svvs.Error())]
    assert connection.data_to_send() == b""


def test_a_restarted_server_ends_all_views_and_requests() -> None:
    connection = in_session(snapshot("v"))
    view, part = connection.views["v"], connection.memberships["team"]
    call = connection.request("act", {"view": "v"})
    cut(connection)
    held = connection.batch([svvs.Notification("act", {"view": "v"}), svvs.Request("act", {"view": "v"})])[1]
    fresh = connection.request("view/open", {"type": "t"})
    lost, *ends = connection.restarted()
    assert refusal(lost) == (call, "ServerRestarted")
    assert ends == [Ended(view), Ended(part)] and isinstance(view.end, svvs.ServerRestarted)
    assert connection.rejoin() == []
    assert [refusal(each) for each in connection.resume()] == [(held, "ServerRestarted")]
    assert [each["id"] for each in sent(connection)] == [fresh]


@pytest.mark.parametrize("own", [{}, {"state": {"n": 1}}], ids=["state in views", "state in the answer"])
def test_a_view_that_was_opened_as_the_connection_was_cut(own: dict[str, Any]) -> None:
    connection = in_session(snapshot("v"))
    kept, abandoned = (connection.request("view/open", {"type": "t", "session": "team"}) for _ in range(2))
    connection.abandon(abandoned)
    cut(connection)
    answers = [
        {"id": id, "result": {"view": view, "commit": 9, **own}} for id, view in ((kept, "x"), (abandoned, "y"))
    ]
    request = rejoining(connection)
    views = [snapshot("v"), snapshot("x", n=1), snapshot("y", n=1)]
    reply = line(id=request["id"], result=joined("second", *views, commit=9, answers=answers))
    shown = [(event, connection.views.get("x")) for event in connection.receive(reply)]
    (change, joined_view), (answered, opened_view), _ = shown
    assert isinstance(change, SessionChange)
    assert answered == Reply(kept, {"view": "x", "commit": 9, "state": {"n": 1}})
    assert joined_view is opened_view and opened_view is not None and opened_view.session == "team"
    list(connection.resume())
    (close,) = sent(connection)
    assert (close["method"], close["params"]) == ("view/close", {"view": "y"})


def test_a_snapshot_that_was_kept_has_the_state_and_commit_of_the_join() -> None:
    connection = in_session(snapshot("v", n=1), delivery="signal")
    signal = {"view": "v", "from": 1, "changed": ["n"]}
    received(connection, line(method="state/changed", params={"commit": 2, "views": [signal]}))
    get = connection.request("view/get", {"view": "v"})
    cut(connection)
    request = rejoining(connection)
    answers = [{"id": get, "result": {"view": "v", "commit": 3}}]
    result = joined("second", snapshot("v", n=7), commit=9, answers=answers)
    change, _, answered, _ = received(connection, line(id=request["id"], result=result))
    assert change == svvs.Change("v", 9, {"n": 7}, {"n": 7})
    assert answered == Reply(get, {"view": "v", "commit": 9, "state": {"n": 7}})
    held = connection.views["v"]
    assert (held.commit, held.state, held.stale) == (9, {"n": 7}, frozenset())


def test_a_snapshot_that_was_kept_needs_a_view() -> None:
    connection = in_session(snapshot("v"))
    get = connection.request("view/get", {"view": "v"})
    cut(connection)
    request = rejoining(connection)
    result = joined("second", answers=[{"id": get, "result": {"view": "v", "commit": 3}}])
    with pytest.raises(svvs.BadMessage, match="'state' is missing"):
        received(connection, line(id=request["id"], result=result))


@pytest.mark.parametrize(
    ("join", "opened", "after"),
    [
        (None, [], "properties"),
        ("signal", [], "signal"),
        ("signal", ["signal"], "signal"),
        ("signal", [None], "properties"),
        ("signal", ["properties", "patch"], "patch"),
        (None, ["signal"], "properties"),
        (None, ["patch", None], "patch"),
    ],
)
def test_after_a_cut_changes_come_in_a_way_that_serves_every_view(
    join: str | None, opened: list[str | None], after: str
) -> None:
    connection = in_session(delivery=join)
    for delivery in opened:
        named = {} if delivery is None else {"delivery": delivery}
        id = connection.request("view/open", {"type": "t", "session": "team", **named})
        received(connection, line(id=id, result={"view": f"v{id}", "commit": 1, "state": {}}))
    connection.data_to_send()
    cut(connection)
    assert rejoining(connection)["params"]["delivery"] == after


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


@pytest.mark.parametrize("wrong", [{"token": None}, {"views": [1]}, {"answers": None}, {"answers": [{}]}, {"unknown": 1}])
def test_an_invalid_reply_to_a_join_is_refused(wrong: dict[str, Any]) -> None:
    connection = Connection()
    id = connection.request("session/join", {"session": "team"})
    with pytest.raises(svvs.BadMessage):
        received(connection, line(id=id, result={**joined("first", snapshot("v")), **wrong}))
