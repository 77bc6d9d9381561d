"""The connection with garbage, with any split of the bytes, and with any order of calls and changes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svvs import BadMessage, Change
from svvs.connection import Connection, Reply
from wire import changed, line, received, sent, with_view


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
def test_garbage_is_reported_after_the_events_before_it(garbage: bytes) -> None:
    connection = Connection()
    open, other = connection.request("view/open", {"type": "t"}), connection.request("m")
    assert open == 1
    reply, error = connection.receive(line(id=other, result=0) + garbage)
    assert reply == Reply(other, 0)
    assert isinstance(error, BadMessage) and error.line + b"\n" == garbage


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
def test_no_message_raises_anything_but_bad_message(message: dict[str, Any]) -> None:
    connection = with_view(a=1)
    connection.request("view/get", {"view": "v"})
    connection.request("view/open", {"type": "t"})
    try:
        received(connection, line(**message))
    except BadMessage as error:
        assert error.line


@given(st.lists(st.integers(0, 600), max_size=20))
def test_the_events_do_not_depend_on_how_the_bytes_are_split(cuts: list[int]) -> None:
    connection = with_view(name="", count=0)
    call, get = connection.request("act", {"view": "v"}), connection.request("view/get", {"view": "v"})
    stream = b"".join(
        [
            changed(1, 2, name="太郎"),
            changed(2, 3, count=1),
            line(id=call, result={"commit": 3}),
            line(id=get, result={"view": "v", "commit": 6, "state": {"name": "次郎", "count": 3}}),
            changed(6, 7, count=4),
        ]
    )
    events: list[Any] = []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(stream)]):
        events += received(connection, stream[start:end])
    assert events == [
        Change("v", 2, {"name": "太郎"}, {"name": "太郎", "count": 0}),
        Change("v", 3, {"count": 1}, {"name": "太郎", "count": 1}),
        Reply(call, {"commit": 3}),
        Change("v", 6, {"name": "次郎", "count": 3}, {"name": "次郎", "count": 3}),
        Reply(get, {"view": "v", "commit": 6, "state": {"name": "次郎", "count": 3}}),
        Change("v", 7, {"count": 4}, {"name": "次郎", "count": 4}),
    ]


class ModelServer:
    """A model of a server with one view."""

    def __init__(self) -> None:
        self.commit = 1
        self.state = {"a": 0, "b": 0}
        self.history = {1: self.state}
        #: The commit that the client must have reached when it reads a reply, by the id of the request.
        self.commits: dict[int, int] = {}

    def change(self, name: str, value: int) -> bytes:
        base, self.commit = self.commit, self.commit + 1
        self.state = {**self.state, name: value}
        self.history[self.commit] = self.state
        return changed(base, self.commit, "v", **{name: value})

    def answer(self, request: Any) -> bytes:
        if request["method"] == "view/get":
            return line(id=request["id"], result={"view": "v", "commit": self.commit, "state": self.state})
        self.commits[request["id"]] = self.commit
        return line(id=request["id"], result={"commit": self.commit})


change_steps = st.tuples(st.just("change"), st.sampled_from("ab"), st.integers(0, 3))
call_steps = st.tuples(st.just("call"), st.sampled_from(["act", "view/get"]))
server_steps = st.tuples(st.just("server reads"), st.integers(1, 3))
client_steps = st.tuples(st.just("client reads"), st.integers(1, 300))


@given(st.lists(change_steps | call_steps | server_steps | client_steps, max_size=40))
def test_each_state_is_one_of_the_server_and_not_older_than_a_reply(steps: list[Any]) -> None:
    server, connection = ModelServer(), with_view(a=0, b=0)
    to_server: list[Any] = []
    to_client = bytearray()
    calls: list[int] = []
    replies: list[int] = []

    def server_reads(count: int) -> None:
        for _ in range(min(count, len(to_server))):
            to_client.extend(server.answer(to_server.pop(0)))

    def client_reads(count: int) -> None:
        data, to_client[:count] = bytes(to_client[:count]), b""
        replica = connection.views["v"]
        for event in received(connection, data):
            assert replica.state == server.history[replica.commit]
            if isinstance(event, Reply):
                assert replica.commit >= server.commits.get(event.id, event.result["commit"])
                replies.append(event.id)
        to_server.extend(sent(connection))

    for step in steps:
        if step[0] == "change":
            to_client.extend(server.change(*step[1:]))
        elif step[0] == "call":
            calls.append(connection.request(step[1], {"view": "v"}))
            to_server.extend(sent(connection))
        elif step[0] == "server reads":
            server_reads(step[1])
        else:
            client_reads(step[1])

    while to_client or to_server:
        client_reads(len(to_client))
        server_reads(len(to_server))
    assert connection.views["v"].state == server.state
    assert replies == calls
