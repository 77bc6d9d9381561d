"""The names that a client gives to views, sessions and requests are limited, because they are sent repeatedly."""
import json

import pytest

from conversation import is_change

SIZE = 1024
# With characters of one byte to four.
FITTING = ["x" * SIZE, "é" * (SIZE // 2), "日" * (SIZE // 3) + "x" * (SIZE % 3), "😀" * (SIZE // 4)]
WIDTHS = ["one byte each", "two", "three", "four"]
fitting = pytest.mark.parametrize("name", FITTING, ids=WIDTHS)
too_long = pytest.mark.parametrize(
    "name", [*(name + "x" for name in FITTING), "x" * 10_000], ids=[*WIDTHS, "ten times as many"])


def invalid(error, path):
    assert error["code"] == -32602
    assert error["data"]["path"] == path
    # A name that is too long is not repeated in the error.
    assert len(json.dumps(error)) < SIZE


def test_initialize_returns_the_limit(server):
    assert server.call("initialize")["limits"]["nameSize"] == SIZE


def test_the_limit_can_be_chosen(start):
    server = start("--max-name-bytes", "10")
    assert server.call("initialize")["limits"]["nameSize"] == 10
    server.open("counterA", "0123456789")
    invalid(server.refused("view/open", {"type": "counterA", "view": "0123456789a"}), "/view")


@fitting
def test_a_view_may_have_a_name_of_that_many_bytes(server, name):
    assert server.open("counterA", name) == name
    server.call("increment", {"view": name})
    assert server.state(name) == {"count": 1}


@too_long
def test_a_view_with_a_longer_name_is_not_opened(server, name):
    invalid(server.refused("view/open", {"type": "counterA", "view": name}), "/view")
    assert server.refused("view/get", {"view": name})["data"]["path"] == "/view"
    assert server.refused("increment")["data"]["candidates"] == []


@fitting
def test_a_session_may_have_a_name_of_that_many_bytes(server, name):
    assert server.call("session/open", {"session": name})["session"] == name
    server.open("counterA", "v", session=name)
    server.call("session/close", {"session": name})
    assert server.refused("view/get", {"view": "v"})["data"]["path"] == "/view"


@too_long
def test_a_session_with_a_longer_name_is_not_opened(server, name):
    invalid(server.refused("session/open", {"session": name}), "/session")
    assert server.refused("session/close", {"session": name})["data"]["path"] == "/session"


@fitting
def test_a_request_may_have_an_id_of_that_many_bytes(server, name):
    view = server.open("counterA")
    server.send({"jsonrpc": "2.0", "id": name, "method": "increment", "params": {"view": view}})
    assert server.result(name) and server.state(view) == {"count": 1}


@too_long
def test_a_request_with_a_longer_id_is_refused_under_it_and_does_nothing(server, name):
    view = server.open("counterA")
    for method, params in (("increment", {"view": view}), ("view/close", {"view": view}), ("no/such", {})):
        server.send({"jsonrpc": "2.0", "id": name, "method": method, "params": params})
        invalid(server.error(name), "")
    assert server.get(view) == {"count": 0}


@too_long
def test_it_is_refused_as_a_part_of_a_batch_too(server, name):
    view = server.open("counterA")
    batch = [server.message("increment", {"view": view}),
             {"jsonrpc": "2.0", "id": name, "method": "increment", "params": {"view": view, "by": 100}},
             server.message("increment", {"view": view})]
    server.send(batch)
    invalid(server.error(name), "")
    assert isinstance(server.messages[-1], list) and len(server.messages[-1]) == 3
    assert server.result(batch[0]["id"]) and server.result(batch[2]["id"])
    assert server.get(view) == {"count": 2}


@pytest.mark.parametrize("has_ids", [False, True], ids=["notifications", "requests"])
def test_with_names_of_full_length_no_list_of_causes_is_large(server, has_ids):
    server.call("initialize", {"capabilities": {"cause": True}})
    view = server.open("counterA", "v" * SIZE)
    calls = [{"jsonrpc": "2.0", "method": "increment", "params": {"view": view}} for _ in range(1024)]
    for number, call in enumerate(calls):
        call.update({"id": f"{number:0{SIZE}}"} if has_ids else {})
    server.send(calls)
    server.get(view)
    assert server.state(view) == {"count": 1024}
    causes = [len(message["params"]["cause"]) for message in filter(is_change, server.messages)]
    assert sum(causes) == 1024 and max(causes) > 1
    assert max(map(len, server.everything.split(b"\n"))) < 3_000_000


def test_the_error_for_an_ambiguous_action_names_a_hundred_views_at_most(server):
    opening = [server.message("view/open", {"type": "counterA", "view": f"{number:0100}"}) for number in range(1000)]
    server.send(*opening)
    server.result(opening[-1]["id"])
    mark = server.mark()
    error = server.refused("increment")
    candidates = error["data"]["candidates"]
    assert 0 < len(candidates) <= 100 and candidates == sorted(candidates) and set(candidates) <= server.views.keys()
    assert len(json.dumps(server.messages[mark:])) < 20_000
    assert not any(map(is_change, server.messages))


def test_the_error_for_an_ambiguous_action_names_all_of_a_few_views(server):
    for number in reversed(range(100)):
        server.open("counterA", f"{number:02}")
    assert server.refused("increment")["data"]["candidates"] == [f"{number:02}" for number in range(100)]


def test_the_names_that_the_server_makes_count_by_themselves(server):
    """A name that the client chooses uses up no number, unless it is the same name."""
    assert [server.open("counterA", "mine"), server.open("counterA")] == ["mine", "view1"]
    server.open("counterA", "view2")
    assert [server.open("counterA"), server.open("counterA", "other"), server.open("counterA")] == [
        "view3", "other", "view4"]
    server.call("view/close", {"view": "view4"})
    assert server.open("counterA") == "view5"
    sessions = [server.call("session/open", params)["session"] for params in ({}, {"session": "s"}, {})]
    assert sessions == ["session1", "s", "session2"]
