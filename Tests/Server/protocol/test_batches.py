"""Batches: one array of responses after the last call has ended, and notifications before it as separate messages."""
import json

import pytest

from conversation import is_change



def test_the_responses_come_in_one_array(server):
    calls = [server.message("view/open", {"type": "counterA", "view": name}) for name in "abc"]
    server.send(calls)
    server.result(calls[-1]["id"])
    assert len(server.messages) == 1
    assert {one["id"] for one in server.messages[0]} == {call["id"] for call in calls}


def test_changes_come_before_the_array(server):
    view = server.open("counterA")
    mark = server.mark()
    calls = [server.message("increment", {"view": view}) for _ in range(3)]
    server.send(calls)
    server.result(calls[-1]["id"])
    *before, array = server.messages[mark:]
    assert before and all(map(is_change, before))
    assert isinstance(array, list) and len(array) == 3
    assert server.state(view) == {"count": 3}


def test_messages_of_a_batch_take_effect_in_order(server):
    view = server.open("mirror")
    last = server.message("view/get", {"view": view})
    server.send([*(server.message("view/set", {"view": view, "properties": {"text": text}}) for text in "abc"), last])
    assert server.result(last["id"])["state"]["text"] == "c"


def test_one_bad_message_spoils_no_other(server):
    good = server.message("view/open", {"type": "counterA"})
    bad = server.message("no/such")
    server.send([good, 1, bad])
    assert server.result(good["id"])
    assert server.error(bad["id"])["code"] == -32601
    assert server.refusal()["code"] == -32600
    assert len(server.messages) == 1 and len(server.messages[0]) == 3


def test_notifications_in_a_batch_get_no_response(server):
    view = server.open("counterA")
    note = {"jsonrpc": "2.0", "method": "increment", "params": {"view": view}}
    call = server.message("view/get", {"view": view})
    server.send([note, call, note])
    server.result(call["id"])
    assert [one["id"] for one in server.messages[-1]] == [call["id"]]


def test_a_batch_of_notifications_is_answered_by_nothing(server):
    view = server.open("counterA")
    note = {"jsonrpc": "2.0", "method": "increment", "params": {"view": view}}
    server.send([note, note])
    server.get(view)
    assert not any(isinstance(message, list) for message in server.messages)
    assert server.state(view) == {"count": 2}


def test_an_empty_batch_is_one_invalid_request(server):
    server.open("counterA")
    server.write("[]\n")
    assert server.refusal()["code"] == -32600
    assert isinstance(server.messages[-1], dict)


@pytest.mark.parametrize("count", [1, 3])
def test_a_batch_of_no_messages_is_refused_one_by_one(server, count):
    server.open("counterA")
    server.transmit(list(range(count)))
    for _ in range(count):
        assert server.refusal()["code"] == -32600
    assert len(server.messages[-1]) == count


def test_a_batch_that_is_not_json_is_one_parse_error(server):
    server.open("counterA")
    server.write('[{"jsonrpc":"2.0","id":1,"method":"view/open"},{"jsonrpc"]\n')
    assert server.refusal()["code"] == -32700
    assert isinstance(server.messages[-1], dict)


def test_a_slow_call_delays_its_own_batch_only(online, backend):
    gate = backend.hold("GET", "/users/A")
    user = online.open("user", params={"id": "A"})
    counter = online.open("counterA")
    slow, quick = online.message("reload", {"view": user}), online.message("increment", {"view": counter})
    online.send([slow, quick])
    gate.arrived()
    online.call("increment", {"view": counter})
    assert online.state(counter) == {"count": 2} and online.holds(user, isReloadButtonDisabled=True)
    assert not online.answered(quick["id"])
    gate.open()
    assert online.result(slow["id"]) and online.answered(quick["id"])
    assert online.holds(user, isReloadButtonDisabled=False)


def test_a_batch_can_cancel_a_call_of_its_own(online, backend):
    gate = backend.hold("GET", "/users/A")
    user = online.open("user", params={"id": "A"})
    slow = online.message("reload", {"view": user})
    online.send([slow, {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": slow["id"]}}])
    assert online.error(slow["id"])["code"] == -32800
    gate.open()


def test_an_answer_after_the_close_of_a_view_does_not_have_its_state(server):
    """Otherwise the old snapshot would overwrite that of a view opened by the same name since."""
    slow = server.message("handle", {"action": "buttonTap", "seconds": 60})
    batch = [server.message("view/open", {"type": "counterA", "view": "v"}), server.message("view/get", {"view": "v"}),
             server.message("view/open", {"type": "effects", "view": "page"}), slow]
    closing = server.message("view/close", {"view": "v"})
    server.transmit(batch, closing)
    assert json.loads(server.read_frame()) == {"jsonrpc": "2.0", "id": closing["id"], "result": {"commit": 0}}
    server.transmit({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": slow["id"]}})
    opened, got, *_ = json.loads(server.read_frame())
    assert opened["error"]["data"] == got["error"]["data"] == {"kind": "RequestCancelled", "reason": "viewClosed"}


def test_a_batch_that_asks_for_too_much_gets_a_part_of_it(start):
    server = start("--max-unread-bytes", "1000000")
    view = server.open("mirror")
    server.call("view/set", {"view": view, "properties": {"text": "x" * 100_000}})
    calls = [server.message("view/get", {"view": view}) for _ in range(20)]
    server.send(calls)
    server.result(calls[0]["id"])
    refused = [one for one in server.messages[-1] if "error" in one]
    assert {one["error"]["data"]["limit"] for one in refused} == {"unreadBytes"}
    assert len(refused) < len(calls) and len(json.dumps(server.messages[-1])) < 2_000_000


def test_a_batch_of_long_errors_gets_a_part_of_them(start):
    server = start("--max-unread-bytes", "100000")
    for number in range(50):
        server.open("counterA", f"counter-{number:0100}")
    calls = [server.message("increment", {}) for _ in range(200)]
    server.send(calls)
    server.error(calls[0]["id"])
    limits = [one["error"]["data"].get("limit") for one in server.messages[-1]]
    assert limits[0] is None and limits[-1] == "unreadBytes" and len(json.dumps(server.messages[-1])) < 500_000


def test_views_that_a_batch_closes_count_as_open_until_it_is_answered(start):
    server = start("--max-views", "5")
    batch = [server.message(method, params) for number in range(10) for method, params in (
        ("view/open", {"type": "counterA", "view": f"v{number}"}), ("view/close", {"view": f"v{number}"}))]
    server.send(batch)
    assert server.error(batch[-2]["id"])["data"]["limit"] == "openViews"
    server.open("counterA")


def test_views_that_a_batch_closes_count_as_open_after_commits_before_its_answer(start):
    server = start("--max-views", "3")
    view = server.open("effects")
    tap = server.message("handle", {"view": view, "action": "buttonTap", "seconds": 86_400})
    server.send([server.message(method, params) for number in range(2) for method, params in (
        ("view/open", {"type": "counterA", "view": f"v{number}"}), ("view/close", {"view": f"v{number}"}))] + [tap])
    server.until(view, tapsUnderWay=1)
    assert server.refused("view/open", {"type": "counterA"})["data"]["limit"] == "openViews"
    server.notify("$/cancelRequest", {"id": tap["id"]})
    assert server.error(tap["id"])["data"]["kind"] == "RequestCancelled"
    server.open("counterA")


def test_a_view_that_is_closed_meanwhile_is_not_named_in_an_answer_that_waits(server):
    views = [server.open("effects") for _ in range(3)]
    ambiguous = server.message("handle", {"action": "instant"})
    tap = server.message("handle", {"view": views[0], "action": "buttonTap", "seconds": 86_400})
    server.send([ambiguous, tap])
    server.until(views[0], tapsUnderWay=1)
    server.call("view/close", {"view": views[2]})
    server.notify("$/cancelRequest", {"id": tap["id"]})
    assert server.error(ambiguous["id"])["data"]["candidates"] == views[:2]
