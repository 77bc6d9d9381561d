"""Limits of one connection: a request that exceeds a limit is refused with its name, and open views stay open."""
import pytest


def overloaded(error, limit):
    assert error["code"] == -32001
    assert error["data"]["limit"] == limit and error["data"]["retryable"] is True


def test_open_views_are_limited(start):
    server = start("--max-views", "2")
    first = server.open("counterA")
    server.open("counterA")
    overloaded(server.refused("view/open", {"type": "counterA"}), "openViews")
    server.call("view/close", {"view": first})
    server.open("counterA")


def test_calls_under_way_are_limited(online, backend):
    gate = backend.hold("GET", "/users/A")
    page = online.open("user", params={"id": "A"})
    calls = [online.message("reload", {"view": page}) for _ in range(1025)]
    online.send(*calls)
    overloaded(online.error(calls[-1]["id"]), "callsUnderWay")
    gate.open()
    assert all("commit" in online.result(call["id"]) for call in calls[:-1])
    online.call("reload", {"view": page})


def test_fire_and_forget_calls_are_limited_too(start, backend):
    server = start("--api", backend.url, "--max-calls", "2")
    gate = backend.hold("GET", "/users/A")
    page = server.open("user", params={"id": "A"})
    for _ in range(2):
        server.notify("reload", {"view": page})
    overloaded(server.refused("reload", {"view": page}), "callsUnderWay")
    gate.open()
    server.until(page, displayName="User A", isReloadButtonDisabled=False)


def test_the_size_of_a_message_is_limited(start):
    server = start("--max-message-bytes", "1000")
    view = server.open("mirror")
    server.transmit('{"jsonrpc":"2.0","id":1,"method":"%s"}' % ("x" * 1000))
    overloaded(server.refusal(), "messageSize")
    server.call("view/set", {"view": view, "properties": {"text": "short"}})


def test_the_size_of_a_message_is_limited_in_frames_with_headers(start):
    server = start("--max-message-bytes", "1000", framing="content-length")
    server.open("counterA")
    server.transmit('{"jsonrpc":"2.0","id":1,"method":"%s"}' % ("x" * 1000))
    overloaded(server.refusal(), "messageSize")
    server.open("counterA")


def test_the_nesting_of_a_message_is_limited(start):
    server = start("--max-nesting", "10")
    server.open("counterA")
    server.write("[" * 11 + "]" * 11 + "\n")
    assert server.refusal()["code"] == -32700
    server.write('{"a":' + "[" * 8 + "]" * 8 + "}\n")
    assert server.refusal()["code"] == -32600


# Five values each.
@pytest.mark.parametrize("params", [
    [0] * 4, ["x"] * 4, [[], {}, [], {}], [[[[[]]]]], {"a": 1, "b": 2, "c": 3, "d": 4}, {"a": {"b": {"c": {"d": {}}}}}],
    ids=["numbers", "strings", "empty", "nested arrays", "members", "nested objects"])
@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
def test_the_values_in_a_message_are_limited(start, framing, params):
    """Each element, each member, and the message itself."""
    server = start("--max-values", "9", framing=framing)
    view = server.open("counterA", "c")
    assert server.refused("no/such", params)["data"]["kind"] == "MethodNotFound"
    server.transmit({**server.message("no/such", params), "more": 1})
    overloaded(server.refusal(), "messageValues")
    assert server.get(view) == {"count": 0}


def test_the_values_of_a_batch_are_those_of_one_message(start):
    server = start("--max-values", "9")
    calls = [server.message("no/such") for _ in range(2)]
    server.send(calls)
    assert [server.error(call["id"])["data"]["kind"] for call in calls] == ["MethodNotFound"] * 2
    server.transmit([server.message("no/such"), {**server.message("no/such"), "more": 1}])
    overloaded(server.refusal(), "messageValues")
    server.transmit("[%s]" % ",".join("1" * 9))
    overloaded(server.refusal(), "messageValues")
    server.open("counterA")


def test_the_entries_of_a_batch_are_limited(start):
    server = start("--max-batch-entries", "3")
    view = server.open("counterA")
    calls = [server.message("increment", {"view": view}) for _ in range(3)]
    server.send(calls)
    assert all("commit" in server.result(call["id"]) for call in calls)
    server.transmit([server.message("increment", {"view": view}) for _ in range(4)])
    overloaded(server.refusal(), "batchEntries")
    server.notify("increment", {"view": view})
    server.transmit([{"jsonrpc": "2.0", "method": "increment", "params": {"view": view}}] * 4)
    overloaded(server.refusal(), "batchEntries")
    server.transmit([1] * 4)
    overloaded(server.refusal(), "batchEntries")
    assert server.get(view) == {"count": 4}


def test_the_sessions_of_a_connection_are_limited(start):
    server = start("--max-sessions", "2")
    for session in "ab":
        server.call("session/open", {"session": session})
    overloaded(server.refused("session/open", {"session": "c"}), "sessions")
    overloaded(server.refused("session/open"), "sessions")
    server.open("counterA", "v", session="a")
    server.call("session/close", {"session": "a"})
    server.call("session/open", {"session": "c"})
    overloaded(server.refused("session/open"), "sessions")


@pytest.mark.parametrize("member", ["name", "version"])
def test_the_size_of_a_member_of_client_info_is_limited(start, member):
    info = {"name": "n", "version": "v"}
    # Of two bytes each.
    start("--max-name-bytes", "10").call("initialize", {"clientInfo": {**info, member: "\u00e9" * 5}})
    server = start("--max-name-bytes", "10")
    error = server.refused("initialize", {"clientInfo": {**info, member: "\u00e9" * 5 + "x"}})
    assert error["data"] == {"kind": "InvalidParams", "path": f"/clientInfo/{member}"}
    server.open("counterA")


def test_initialize_returns_the_limits(start):
    limits = start("--max-views", "7").call("initialize", {})["limits"]
    assert limits == {"messageSize": 64 << 20, "nesting": 512, "messageValues": 1_000_000, "batchEntries": 10_000,
                      "callsUnderWay": 1024, "sessionCalls": 4096, "openViews": 7, "subscriptions": 1_000_000,
                      "sessions": 1024, "sharedSessions": 10_000, "nameSize": 1024, "unreadBytes": 64 << 20,
                      "connections": 1024, "keep": 86400}
