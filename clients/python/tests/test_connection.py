from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svvs import Change, InvalidMessage
from svvs.connection import Connection
from svvs.events import Event, Refusal, Reply, ViewEnded


def line(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def changed(base: int, commit: int, view: str = "v", **changes: Any) -> bytes:
    entry = {"view": view, "from": base, "changes": changes}
    return line(method="state/changed", params={"commit": commit, "views": [entry]})


def received(connection: Connection, *lines: bytes) -> list[Event]:
    return list(connection.receive(b"".join(lines)))


def sent(connection: Connection) -> list[Any]:
    return [json.loads(sent_line) for sent_line in connection.data_to_send().splitlines()]


def with_view(**state: Any) -> Connection:
    """A connection with one view open, "v", at commit 1. Its next request has the id 2."""
    connection = Connection()
    connection.request("view/open", {"type": "t"})
    received(connection, line(id=1, result={"view": "v", "commit": 1, "state": state}))
    connection.data_to_send()
    return connection


# Requests


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
    assert isinstance(events[0], Refusal)
    assert (events[0].id, events[0].error.code, events[0].error.kind) == (second, -32602, "InvalidParams")
    assert events[0].error.data == data
    assert events[1] == Reply(first, None)


def test_an_unsendable_request_is_not_waited_for() -> None:
    connection = Connection()
    with pytest.raises(TypeError):
        connection.request("m", {"a": object()})
    assert connection.data_to_send() == b""
    assert received(connection, line(id=None, error={"code": -32700, "message": "no"})) == []


def test_cancelling_a_request_is_asking_for_it() -> None:
    connection = Connection()
    id = connection.request("m")
    connection.cancel(id)
    assert sent(connection)[1] == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": id}}
    assert received(connection, line(id=id, result=None)) == [Reply(id, None)]
    connection.cancel(id)
    assert sent(connection) == []


def test_an_abandoned_request_is_cancelled_and_never_heard_of() -> None:
    connection = Connection()
    id = connection.request("m")
    connection.abandon(id)
    connection.abandon(id)
    assert [message["method"] for message in sent(connection)] == ["m", "$/cancelRequest"]
    assert received(connection, line(id=id, result=None)) == []


def test_a_view_that_opens_after_all_though_abandoned_is_closed() -> None:
    connection = Connection()
    id = connection.request("view/open", {"type": "t"})
    connection.abandon(id)
    connection.data_to_send()
    assert received(connection, line(id=id, result={"view": "v", "commit": 1, "state": {}})) == []
    (close,) = sent(connection)
    assert (close["method"], close["params"]) == ("view/close", {"view": "v"})
    assert received(connection, line(id=close["id"], result={"commit": 1})) == [ViewEnded("v")]


def test_an_error_without_id_answers_every_request() -> None:
    connection = Connection()
    ids = [connection.request("m"), connection.request("m")]
    error = {"code": -32700, "message": "no", "data": {"kind": "ParseError"}}
    events = received(connection, line(id=None, error=error))
    assert [event.id for event in events if isinstance(event, Refusal)] == ids
    assert received(connection, line(id=ids[0], result=None)) == []


def test_a_request_of_the_server_is_refused() -> None:
    connection = Connection()
    assert received(connection, line(id="x", method="m")) == []
    (answer,) = sent(connection)
    assert (answer["id"], answer["error"]["code"]) == ("x", -32601)


def test_unknown_notifications_and_blank_lines_are_ignored() -> None:
    assert received(Connection(), b"\n \r\n", line(method="$/new", params=[1]), b"\r\n") == []


# Views


def test_an_opened_view_has_its_snapshot() -> None:
    replica = with_view(count=0).views["v"]
    assert (replica.view, replica.type, replica.commit, replica.state) == ("v", "t", 1, {"count": 0})


def test_changes_are_folded_into_new_states() -> None:
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


def test_a_gap_is_closed_by_asking_for_the_state() -> None:
    connection = with_view(a=1)
    assert received(connection, changed(2, 3, a=3), changed(3, 4, a=4)) == []
    (get,) = sent(connection)
    assert (get["method"], get["params"]) == ("view/get", {"view": "v"})
    assert connection.views["v"].state == {"a": 1}
    events = received(connection, line(id=get["id"], result={"view": "v", "commit": 4, "state": {"a": 4}}))
    assert events == [Change("v", 4, {"a": 4}, {"a": 4})]
    assert received(connection, changed(4, 5, a=5)) == [Change("v", 5, {"a": 5}, {"a": 5})]


def test_changes_in_another_form_are_fetched() -> None:
    connection = with_view(a=1)
    entry = {"view": "v", "from": 1, "changed": ["a"]}
    received(connection, line(method="state/changed", params={"commit": 2, "views": [entry]}))
    assert [message["method"] for message in sent(connection)] == ["view/get"]


def test_replies_wait_until_the_state_is_whole() -> None:
    connection = with_view(a=1)
    call = connection.request("act", {"view": "v"})
    assert received(connection, changed(2, 3, a=3), line(id=call, result={"commit": 3})) == []
    get = sent(connection)[-1]
    events = received(connection, line(id=get["id"], result={"view": "v", "commit": 3, "state": {"a": 3}}))
    assert events == [Change("v", 3, {"a": 3}, {"a": 3}), Reply(call, {"commit": 3})]


def test_a_snapshot_asked_for_by_the_caller_moves_the_commit() -> None:
    connection = with_view(a=1)
    get = connection.request("view/get", {"view": "v"})
    result = {"view": "v", "commit": 7, "state": {"a": 1}}
    assert received(connection, line(id=get, result=result)) == [Reply(get, result)]
    assert received(connection, changed(7, 8, a=2)) == [Change("v", 8, {"a": 2}, {"a": 2})]


def test_a_snapshot_that_says_something_new_is_a_change() -> None:
    connection = with_view(a=1, b=1)
    get = connection.request("view/get", {"view": "v"})
    state = {"a": 1, "b": 2}
    change, reply = received(connection, line(id=get, result={"view": "v", "commit": 7, "state": state}))
    assert change == Change("v", 7, {"b": 2}, state)
    assert isinstance(reply, Reply)


def test_a_view_that_cannot_be_fetched_has_ended() -> None:
    connection = with_view(a=1)
    call = connection.request("act", {"view": "v"})
    received(connection, changed(2, 3, a=3), line(id=call, result={"commit": 3}))
    get = sent(connection)[-1]
    error = {"code": -32001, "message": "no", "data": {"kind": "Overloaded"}}
    ended, reply = received(connection, line(id=get["id"], error=error))
    assert isinstance(ended, ViewEnded) and ended.error is not None and ended.error.kind == "Overloaded"
    assert reply == Reply(call, {"commit": 3})
    assert connection.views == {}


def test_a_gap_found_while_closing_holds_nothing_up() -> None:
    connection = with_view(a=1)
    close = connection.request("view/close", {"view": "v"})
    assert received(connection, changed(2, 3, a=3)) == []
    get = sent(connection)[-1]
    assert received(connection, line(id=close, result={"commit": 3})) == [ViewEnded("v"), Reply(close, {"commit": 3})]
    assert received(connection, line(id=get["id"], error={"code": -32602, "message": "unknown view"})) == []


def test_closing_a_session_ends_its_views_and_no_others() -> None:
    connection = with_view()
    for view, session in [("w", "s"), ("x", "s"), ("y", "t")]:
        id = connection.request("view/open", {"type": "t", "session": session})
        received(connection, line(id=id, result={"view": view, "commit": 1, "state": {}}))
    close = connection.request("session/close", {"session": "s"})
    assert received(connection, line(id=close, result=None)) == [ViewEnded("w"), ViewEnded("x"), Reply(close, None)]
    assert list(connection.views) == ["v", "y"]


def test_changes_of_a_closed_view_are_ignored() -> None:
    connection = with_view(a=1)
    close = connection.request("view/close", {"view": "v"})
    received(connection, line(id=close, result={"commit": 1}))
    connection.data_to_send()
    assert received(connection, changed(1, 2, a=2)) == []
    assert sent(connection) == []


# Garbage


@pytest.mark.parametrize(
    "garbage",
    [
        b"Hello, world!\n",
        b"[]\n",
        line(id=99, result=None),
        line(id=True, result=None),
        line(id="1", result=None),
        line(id=1.0, result=None),
        line(id=[1], result=None),
        line(id=1),
        line(id=1, error="no"),
        line(id=1, result=None),
        line(id=1, result={"view": "v", "commit": "1", "state": {}}),
        line(method="state/changed"),
        line(method="state/changed", params={"commit": 1}),
        line(method="state/changed", params={"commit": 1, "views": [1]}),
        line(id="\ud800", method="m"),
    ],
)
def test_garbage_is_told_apart_after_what_came_before_it(garbage: bytes) -> None:
    connection = Connection()
    open, other = connection.request("view/open", {"type": "t"}), connection.request("m")
    assert open == 1
    events = []
    with pytest.raises(InvalidMessage) as caught:
        for event in connection.receive(line(id=other, result=0) + garbage):
            events.append(event)
    assert events == [Reply(other, 0)]
    assert caught.value.line + b"\n" == garbage


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters()) | st.sampled_from(["v", "state/changed"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
names = ["id", "method", "params", "result", "error", "commit", "views", "view", "from", "changes", "state", "code"]
messages = st.recursive(
    json_values | st.integers(0, 3),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(names), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(names), messages))
def test_no_message_raises_anything_but_invalid_message(message: dict[str, Any]) -> None:
    connection = with_view(a=1)
    connection.request("view/get", {"view": "v"})
    connection.request("view/open", {"type": "t"})
    try:
        received(connection, line(**message))
    except InvalidMessage as error:
        assert error.line


# However the bytes are cut


@given(st.lists(st.integers(0, 600), max_size=20))
def test_the_events_do_not_depend_on_how_the_bytes_are_cut(cuts: list[int]) -> None:
    connection = with_view(name="", count=0)
    call = connection.request("act", {"view": "v"})
    stream = b"".join(
        [
            changed(1, 2, name="太郎"),
            b"\r\n",
            changed(2, 3, count=1),
            line(id=call, result={"commit": 3}),
            changed(4, 5, count=2),
            line(id=call + 1, result={"view": "v", "commit": 6, "state": {"name": "次郎", "count": 3}}),
            changed(6, 7, count=4),
        ]
    )
    events: list[Event] = []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(stream)]):
        events += connection.receive(stream[start:end])
    assert events == [
        Change("v", 2, {"name": "太郎"}, {"name": "太郎", "count": 0}),
        Change("v", 3, {"count": 1}, {"name": "太郎", "count": 1}),
        Reply(call, {"commit": 3}),
        Change("v", 6, {"name": "次郎", "count": 3}, {"name": "次郎", "count": 3}),
        Change("v", 7, {"count": 4}, {"name": "次郎", "count": 4}),
    ]


# However messages are lost


class LossyServer:
    """A model of a server with one view, whose changes get lost now and then."""

    def __init__(self) -> None:
        self.commit = 1
        self.state = {"a": 0, "b": 0}
        self.history = {1: self.state}
        self.last_arriving = 1
        #: By request id: the commit the client must have reached once it sees the reply.
        self.fences: dict[int, int] = {}

    def change(self, name: str, value: int, lost: bool) -> bytes:
        base, self.commit = self.commit, self.commit + 1
        self.state = {**self.state, name: value}
        self.history[self.commit] = self.state
        if lost:
            return b""
        self.last_arriving = self.commit
        return changed(base, self.commit, "v", **{name: value})

    def answer(self, request: Any) -> bytes:
        if request["method"] == "view/get":
            self.last_arriving = self.commit
            return line(id=request["id"], result={"view": "v", "commit": self.commit, "state": self.state})
        self.fences[request["id"]] = self.last_arriving
        return line(id=request["id"], result={"commit": self.commit})


change_steps = st.tuples(st.just("change"), st.sampled_from("ab"), st.integers(0, 3), st.booleans())
call_steps = st.tuples(st.just("call"))
server_steps = st.tuples(st.just("server reads"), st.integers(1, 3))
client_steps = st.tuples(st.just("client reads"), st.integers(1, 300))


@given(st.lists(change_steps | call_steps | server_steps | client_steps, max_size=40))
def test_the_state_is_always_one_the_server_had_and_never_older_than_a_reply(steps: list[Any]) -> None:
    server, connection = LossyServer(), with_view(a=0, b=0)
    to_server: list[Any] = []
    to_client = bytearray()
    calls: list[int] = []
    replies: list[int] = []

    def server_reads(count: int) -> None:
        for _ in range(min(count, len(to_server))):
            to_client.extend(server.answer(to_server.pop(0)))

    def client_reads(count: int) -> None:
        data, to_client[:count] = bytes(to_client[:count]), b""
        for event in connection.receive(data):
            replica = connection.views["v"]
            assert replica.state == server.history[replica.commit]
            if isinstance(event, Reply):
                assert replica.commit >= server.fences[event.id]
                replies.append(event.id)
        to_server.extend(sent(connection))

    for step in steps:
        if step[0] == "change":
            to_client.extend(server.change(*step[1:]))
        elif step[0] == "call":
            calls.append(connection.request("act", {"view": "v"}))
            to_server.extend(sent(connection))
        elif step[0] == "server reads":
            server_reads(step[1])
        else:
            client_reads(step[1])

    to_client.extend(server.change("a", 9, lost=False))  # a loss shows as soon as something follows it
    while to_client or to_server:
        client_reads(len(to_client))
        server_reads(len(to_server))
    assert connection.views["v"].state == server.state
    assert replies == calls
