"""The connection without a process: bytes in, events and bytes out."""

from __future__ import annotations

import pytest

from svvs import BadMessage, Change, ResponseError
from svvs.connection import Connection, Refusal, Reply
from wire import changed, line, received, sent, with_view


def test_a_request_is_one_line_with_a_new_id() -> None:
    connection = Connection()
    assert connection.request("m", {"a": 1}) != connection.request("m")
    first, second = sent(connection)
    assert first == {"jsonrpc": "2.0", "id": 1, "method": "m", "params": {"a": 1}}
    assert second == {"jsonrpc": "2.0", "id": 2, "method": "m", "params": {}}
    assert connection.data_to_send() == b""


def test_answers_are_matched_by_id_in_any_order() -> None:
    connection = Connection()
    first, second = connection.request("m"), connection.request("m")
    data = {"kind": "InvalidParams", "path": "/a"}
    events = received(
        connection, line(id=second, error={"code": -32602, "message": "no", "data": data}), line(id=first, result=None)
    )
    assert isinstance(events[0], Refusal) and isinstance(events[0].error, ResponseError)
    assert (events[0].id, events[0].error.code, events[0].error.kind) == (second, -32602, "InvalidParams")
    assert events[0].error.data == data
    assert events[1] == Reply(first, None)


def test_a_request_that_cannot_be_sent_expects_no_reply() -> None:
    connection = Connection()
    with pytest.raises(TypeError):
        connection.request("m", {"a": object()})
    assert connection.data_to_send() == b""
    assert received(connection, line(id=None, error={"code": -32700, "message": "no"})) == []


def test_cancelling_a_request_sends_a_notification_and_keeps_the_reply() -> None:
    connection = Connection()
    id = connection.request("m")
    connection.cancel(id)
    assert sent(connection)[1] == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}}
    assert received(connection, line(id=id, result=None)) == [Reply(id, None)]
    connection.cancel(id)
    assert sent(connection) == []


def test_an_abandoned_request_is_cancelled_and_has_no_event() -> None:
    connection = Connection()
    id = connection.request("m")
    connection.abandon(id)
    connection.abandon(id)
    assert [message["method"] for message in sent(connection)] == ["m", "$/cancelRequest"]
    assert received(connection, line(id=id, result=None)) == []


def test_a_view_that_an_abandoned_request_opens_is_closed() -> None:
    connection = Connection()
    id = connection.request("view/open", {"type": "t"})
    connection.abandon(id)
    connection.data_to_send()
    assert received(connection, line(id=id, result={"view": "v", "commit": 1, "state": {}})) == []
    (close,) = sent(connection)
    replica = connection.views["v"]
    assert (close["method"], close["params"]) == ("view/close", {"view": "v"})
    assert received(connection, line(id=close["id"], result={"commit": 1})) == [replica.end]


def test_a_session_that_an_abandoned_request_opens_is_closed() -> None:
    connection = Connection()
    id = connection.request("session/open", {"shared": True})
    connection.abandon(id)
    connection.data_to_send()
    assert received(connection, line(id=id, result={"session": "s", "token": "t"})) == []
    (close,) = sent(connection)
    assert (close["method"], close["params"]) == ("session/close", {"session": "s"})
    assert received(connection, line(id=close["id"], result={})) == [] and connection.memberships == {}


def test_an_error_without_id_answers_every_request() -> None:
    connection = Connection()
    ids = [connection.request("m"), connection.request("m")]
    error = {"code": -32700, "message": "no", "data": {"kind": "ParseError"}}
    events = received(connection, line(id=None, error=error))
    assert [event.id for event in events if isinstance(event, Refusal)] == ids
    assert received(connection, line(id=ids[0], result=None)) == []


def test_unknown_notifications_are_ignored() -> None:
    assert received(Connection(), line(method="$/new", params=[1])) == []


def test_an_opened_view_has_the_state_of_its_snapshot() -> None:
    replica = with_view(count=0).views["v"]
    assert (replica.view, replica.type, replica.commit, replica.state) == ("v", "t", 1, {"count": 0})


def test_changes_are_applied_to_new_states() -> None:
    connection = with_view(a=1, b=1)
    before = connection.views["v"].state
    events = received(connection, changed(1, 4, a=2), changed(4, 5, b=2))
    assert events == [Change("v", 4, {"a": 2}, {"a": 2, "b": 1}), Change("v", 5, {"b": 2}, {"a": 2, "b": 2})]
    assert before == {"a": 1, "b": 1}
    assert connection.views["v"].state == {"a": 2, "b": 2}


def test_one_commit_may_change_several_views() -> None:
    connection = with_view(a=1)
    id = connection.request("view/open", {"type": "t"})
    received(connection, line(id=id, result={"view": "w", "commit": 1, "state": {"a": 1}}))
    views = [{"view": view, "from": 1, "changes": {"a": 2}} for view in ("v", "w", "unknown")]
    events = received(connection, line(method="state/changed", params={"commit": 2, "views": views}))
    assert events == [Change(view, 2, {"a": 2}, {"a": 2}) for view in ("v", "w")]


FAULTS = {
    "a later commit": changed(2, 3, a=3),
    "an earlier commit": changed(0, 3, a=3),
    "no commit": line(method="state/changed", params={"commit": 2, "views": [{"view": "v", "changes": {"a": 2}}]}),
    "another form": line(
        method="state/changed", params={"commit": 2, "views": [{"view": "v", "from": 1, "other": ["a"]}]}
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=list(FAULTS))
def test_a_change_that_cannot_be_applied_is_a_fault(fault: bytes) -> None:
    connection = with_view(a=1)
    with pytest.raises(BadMessage) as caught:
        received(connection, fault)
    assert caught.value.line + b"\n" == fault
    assert (connection.views["v"].commit, connection.views["v"].state) == (1, {"a": 1})
    assert sent(connection) == []


def test_a_snapshot_sets_the_commit() -> None:
    connection = with_view(a=1)
    get = connection.request("view/get", {"view": "v"})
    result = {"view": "v", "commit": 7, "state": {"a": 1}}
    assert received(connection, line(id=get, result=result)) == [Reply(get, result)]
    assert received(connection, changed(7, 8, a=2)) == [Change("v", 8, {"a": 2}, {"a": 2})]


def test_a_snapshot_with_another_state_is_a_change() -> None:
    connection = with_view(a=1, b=1)
    get = connection.request("view/get", {"view": "v"})
    state = {"a": 1, "b": 2}
    change, reply = received(connection, line(id=get, result={"view": "v", "commit": 7, "state": state}))
    assert change == Change("v", 7, {"b": 2}, state)
    assert isinstance(reply, Reply)


def test_closing_a_session_ends_its_views_and_no_others() -> None:
    connection = with_view()
    for view, session in [("w", "s"), ("x", "s"), ("y", "t")]:
        id = connection.request("view/open", {"type": "t", "session": session})
        received(connection, line(id=id, result={"view": view, "commit": 1, "state": {}}))
    w, x = connection.views["w"], connection.views["x"]
    close = connection.request("session/close", {"session": "s"})
    assert received(connection, line(id=close, result=None)) == [w.end, x.end, Reply(close, None)]
    assert list(connection.views) == ["v", "y"]


def test_changes_of_a_closed_view_are_ignored() -> None:
    connection = with_view(a=1)
    close = connection.request("view/close", {"view": "v"})
    received(connection, line(id=close, result={"commit": 1}))
    connection.data_to_send()
    assert received(connection, changed(1, 2, a=2)) == []
    assert sent(connection) == []
