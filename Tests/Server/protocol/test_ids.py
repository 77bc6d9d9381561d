"""Ids are strings, integers or null, kept apart, and echoed as received."""
import json

import pytest


@pytest.mark.parametrize("identifier", [0, 1, -1, 2**53 + 1, 2**63 - 1, -2**63, "", "1", "日本\u0000\"\\", None])
def test_an_id_is_echoed_as_received(server, identifier):
    server.send({"jsonrpc": "2.0", "id": identifier, "method": "view/open", "params": {"type": "counterA"}})
    assert "result" in server.reply(identifier)


@pytest.mark.parametrize("identifier", [1.5, True, [], {}, [1]])
def test_other_values_are_not_ids(server, identifier):
    server.transmit({"jsonrpc": "2.0", "id": identifier, "method": "view/open", "params": {"type": "counterA"}})
    assert server.refusal()["code"] == -32600
    server.open("counterA")


def test_a_number_and_its_digits_are_two_ids(online, backend):
    gate = backend.hold("GET", "/users/A")
    view = online.open("user", params={"id": "A"})
    for identifier in (1, "1", None):
        online.send({"jsonrpc": "2.0", "id": identifier, "method": "reload", "params": {"view": view}})
    gate.arrived()
    online.notify("$/cancelRequest", {"id": "1"})
    assert online.error("1")["data"]["reason"] == "requested"
    assert not online.answered(1) and not online.answered(None)
    gate.open()
    assert "commit" in online.result(1)
    assert "commit" in online.result(None)


def test_an_id_may_be_used_again_once_answered(server):
    for _ in range(3):
        server.send({"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "counterA"}})
        assert server.result(1)


def test_an_error_keeps_the_id(server):
    server.send({"jsonrpc": "2.0", "id": "x", "method": "no/such"})
    assert server.error("x")["code"] == -32601


def test_a_notification_gets_no_answer_whatever_goes_wrong(server):
    view = server.open("counterA")
    server.notify("no/such")
    server.notify("view/open", {"type": "nothing"})
    server.notify("increment", {"view": "nowhere"})
    server.notify("increment", {"view": view, "by": "much"})
    server.notify("view/close", {"view": "nowhere"})
    mark = server.mark()
    server.open("counterA")
    assert len(server.messages) == mark + 1


COMPOSED, DECOMPOSED = "\u00e9", "e\u0301"


def test_two_spellings_of_a_text_are_two_ids(online, backend):
    gate = backend.hold("GET", "/users/A")
    view = online.open("user", params={"id": "A"})
    for identifier in (COMPOSED, DECOMPOSED):
        online.send({"jsonrpc": "2.0", "id": identifier, "method": "reload", "params": {"view": view}})
    gate.arrived()
    online.notify("$/cancelRequest", {"id": DECOMPOSED})
    assert online.error(DECOMPOSED)["data"]["reason"] == "requested"
    gate.open()
    assert "commit" in online.result(COMPOSED)


def test_two_spellings_of_a_text_are_two_views_in_two_sessions(server):
    for name in (COMPOSED, DECOMPOSED):
        server.call("session/open", {"session": name})
        server.open("mirror", name, session=name)
        server.call("view/set", {"view": name, "properties": {"text": name}})
    server.call("session/close", {"session": COMPOSED})
    assert server.refused("view/get", {"view": COMPOSED})["data"]["path"] == "/view"
    assert server.get(DECOMPOSED)["text"] == DECOMPOSED


def test_in_a_batch_an_id_that_an_earlier_request_has_is_refused(server):
    """Whether the earlier one has ended by then or not."""
    server.open("counterA", "c")
    opened = {"jsonrpc": "2.0", "id": 1, "method": "view/open", "params": {"type": "mirror"}}
    increment = {"jsonrpc": "2.0", "id": 1, "method": "increment", "params": {"view": "c"}}
    other = {"jsonrpc": "2.0", "id": "1", "method": "increment", "params": {"view": "c", "by": 10}}
    server.transmit([opened, increment, other, increment])
    server.read()
    replies = json.loads(server.read_frame())
    assert sorted((json.dumps(one["id"]), "result" in one) for one in replies) == [
        ('"1"', True), ("1", False), ("1", False), ("1", True)]
    assert all(one["error"]["data"]["kind"] == "InvalidRequest" for one in replies if "error" in one)
    assert server.get("c") == {"count": 10}
    # After the reply to the batch the id is free.
    server.send(increment)
    assert server.result(1) and server.state("c") == {"count": 11}


def test_requests_of_a_batch_whose_ids_are_null_are_all_done(server):
    view = server.open("counterA")
    server.transmit([{"jsonrpc": "2.0", "id": None, "method": "increment", "params": {"view": view}}] * 3)
    server.read()
    replies = json.loads(server.read_frame())
    assert [one["id"] for one in replies] == [None] * 3 and all("result" in one for one in replies)
    assert server.get(view) == {"count": 3}


@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
@pytest.mark.parametrize("line", ['{"jsonrpc":"2.0","id":-0,"method":"increment"}',
                                  '[{"jsonrpc":"2.0","id":-0,"method":"increment"}]'], ids=["alone", "in a batch"])
def test_minus_zero_is_the_id_zero(start, line, framing):
    server = start(framing=framing)
    view = server.open("counterA")
    server.expect_reply({"jsonrpc": "2.0", "id": 0, "method": "increment"})
    server.transmit(line)
    assert "commit" in server.result(0) and b"-0" not in server.everything
    assert server.get(view) == {"count": 1}


def test_zero_is_an_id_and_minus_zero_a_valid_number_elsewhere(server):
    view = server.open("counterA")
    server.call("increment", {"view": view, "by": 7})
    server.expect_reply({"jsonrpc": "2.0", "id": 0, "method": "increment", "params": {"view": view, "by": 0}})
    server.transmit('{"jsonrpc":"2.0","id":0,"method":"increment","params":{"view":"%s","by":-0}}' % view)
    assert "commit" in server.result(0)
    assert server.get(view) == {"count": 7} and b"-0" not in server.everything
