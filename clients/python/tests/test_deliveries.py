"""The deliveries of changes: as values or as patches; and their causes. For both interfaces."""

from __future__ import annotations

import ast
import json
import pickle
import tracemalloc
from collections.abc import Callable
from copy import copy, deepcopy
from typing import Any

import pytest

import svvs
from interfaces import StartServer
from support import fake, real_server
from svvs.replica import Replica, applied


@pytest.mark.parametrize("delivery", ["properties", "patch"])
def test_the_state_is_current_when_a_call_returns(start_server: StartServer, delivery: svvs.Delivery) -> None:
    with start_server(real_server()) as server:
        menu = server.open("smoothies", delivery=delivery)
        menu.call("fetch")
        first = menu.state["smoothies"][0]
        menu.call("toggleFavorite", id=first["id"])
        assert menu.state["smoothies"][0] == {**first, "isFavorite": not first["isFavorite"]}
        assert first["isFavorite"] is False  # a state that was read is not modified
        held = menu.state
        assert menu.get() == held


def test_the_delivery_is_sent_only_if_it_is_given(start_server: StartServer) -> None:
    script = """
        assert "delivery" not in opened("v")["params"]
        assert opened("w")["params"]["delivery"] == "patch"
        end_of_input()
    """
    with start_server(fake(script)) as server:
        server.open("t")
        server.open("t", delivery="patch")


def test_a_patch_with_a_path_that_does_not_exist_ends_the_connection(start_server: StartServer) -> None:
    script = """
        opened(rows=[])
        receive("act")
        steps = [{"op": "replace", "path": "/rows/7", "value": 1}]
        send(method="state/changed", params={"commit": 2, "views": [{"view": "v", "from": 1, "patch": steps}]})
        end_of_input()
    """
    with start_server(fake(script)) as server:
        view = server.open("t")
        with pytest.raises(svvs.BadMessage, match="patch"):
            view.call("act")
        assert view.state == {"rows": []}


@pytest.mark.parametrize(
    "step",
    [
        {},
        7,
        None,
        {"op": "add", "path": "/rows/3", "value": 1},
        {"op": "add", "path": "/rows/-", "value": 1},
        {"op": "add", "path": "/rows/-1", "value": 1},
        {"op": "add", "path": "/rows/0"},
        {"op": "add", "path": "", "value": {}},
        {"op": "add", "path": "rows", "value": 1},
        {"op": "add", "path": ["rows"], "value": 1},
        {"op": "add", "path": "/text/0", "value": "x"},
        {"op": "add", "path": "/none/a", "value": 1},
        {"op": "replace", "path": "/none", "value": 1},
        {"op": "replace", "path": "/rows/2", "value": 1},
        {"op": "replace", "path": "/text/0/0", "value": 1},
        {"op": "remove", "path": "/none"},
        {"op": "remove", "path": "/rows/9999999999999999999999"},
        {"op": "move", "from": "/text", "path": "/rows/0"},
    ],
)
def test_a_step_that_cannot_be_applied_changes_nothing(step: object) -> None:
    state = {"rows": [0], "text": "abc"}
    with pytest.raises(ValueError):
        applied(state, [{"op": "add", "path": "/rows/0", "value": 1}, step])
    assert state == {"rows": [0], "text": "abc"}


def test_a_change_has_the_texts_that_have_grown_by_what_was_added() -> None:
    replica = Replica("v", "t", "default", commit=0, state={"log": "a", "user": {"name": "A"}, "n": 0}, params={})
    first = replica.fold(1, {"from": 0, "changes": {"n": 1}, "appended": {"log": "b"}})
    assert (first.changes, first.appended) == ({"n": 1, "log": "ab"}, {"log": "b"})
    steps = [{"op": "append", "path": path, "value": "c"} for path in ("/log", "/user/name")]
    second = replica.fold(2, {"from": 1, "patch": steps})
    assert (second.changes, second.appended) == ({"log": "abc", "user": {"name": "Ac"}}, {"log": "c"})
    replaced = {"op": "replace", "path": "/log", "value": "new"}
    third = replica.fold(3, {"from": 2, "patch": [replaced, {"op": "append", "path": "/log", "value": "er"}]})
    assert (third.changes, third.appended) == ({"log": "newer"}, {})


def test_a_change_that_cannot_be_applied_adds_nothing_to_a_text_that_grows_later() -> None:
    replica = Replica("v", "t", "default", commit=0, state={"log": "a"}, params={})
    replica.fold(1, {"from": 0, "appended": {"log": "b"}})
    steps = [{"op": "append", "path": "/log", "value": "X"}, {"op": "remove", "path": "/none"}]
    with pytest.raises(svvs.BadMessage):
        replica.fold(2, {"from": 1, "patch": steps})
    assert replica.fold(2, {"from": 1, "appended": {"log": "c"}}).state == {"log": "abc"}


def test_the_changes_are_read_only_whether_they_come_in_a_commit_or_a_snapshot() -> None:
    replica = Replica("v", "t", "default", commit=0, state={"n": 0}, params={})
    for change in (replica.fold(1, {"from": 0, "changes": {"n": 1}}), replica.replace(2, {"n": 2})):
        with pytest.raises(TypeError, match="read-only"):
            change.changes["n"] = 3  # type: ignore


def test_states_with_a_text_that_grows_share_it_until_they_are_read() -> None:
    replica = Replica("v", "t", "default", commit=0, state={"log": "a" * 1_000_000, "n": 0}, params={})
    tracemalloc.start()
    try:
        entries = [{"from": n, "changes": {"n": n}, "appended": {"log": "b"}} for n in range(2_500)]
        changes = [replica.fold(commit, entry) for commit, entry in enumerate(entries, 1)]
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
    for count in (1, 1_500, 1, 2_500):
        change = changes[count - 1]
        assert change.state["log"] == change.changes["log"] == "a" * 1_000_000 + "b" * count


def test_a_state_with_a_text_that_has_grown_is_like_any_dictionary() -> None:
    replica = Replica("v", "t", "default", commit=0, state={"log": "a"}, params={})
    first = replica.state
    forms: list[Callable[[Any], object]] = [
        dict, lambda state: {**state}, lambda state: dict(**state), lambda state: state | {}, copy, deepcopy,
        lambda state: json.loads(json.dumps(state)), lambda state: pickle.loads(pickle.dumps(state)), ast.literal_eval,
        lambda state: dict(state.items()), lambda state: dict(zip(state, state.values(), strict=True)),
        lambda state: {"log": state.get("log")}, lambda state: "{log}".format_map(state) and state.copy(),
    ]
    for number, form in enumerate(forms):
        replica.fold(number + 1, {"from": number, "appended": {"log": "b"}})
        found = form(str(replica.state) if form is ast.literal_eval else replica.state)
        assert found == {"log": "a" + "b" * (number + 1)} == replica.state and type(found) is dict
    assert replica.state != first == {"log": "a"} and first.get("none", 7) == 7


def test_a_change_has_the_calls_that_caused_it() -> None:
    changes: list[svvs.Change] = []
    with svvs.Server(command=real_server()) as server:
        counter = server.open("counterA")
        counter.subscribe(changes.append)
        call = counter.start("increment", by=2)
        call.result()
        counter.notify("increment")
        counter.wait(lambda state: state["count"] == 3)
    assert [change.cause[0].method for change in changes] == ["increment", "increment"]
    assert isinstance(changes[0].cause[0].id, int)
    assert changes[1].cause[0] == svvs.Cause("increment", counter.id, None)
