"""Limits: what is over one is told to be, and what is open stays open."""


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


def test_the_limits_are_told(start):
    limits = start("--max-views", "7").call("initialize", {})["limits"]
    assert limits == {"messageSize": 64 << 20, "nesting": 512, "messageValues": 1_000_000, "batchEntries": 10_000,
                      "callsUnderWay": 1024, "sessionCalls": 4096, "openViews": 7, "subscriptions": 1_000_000,
                      "sessions": 1024, "sharedSessions": 10_000,
                      "nameSize": 1024, "unreadBytes": 64 << 20, "connections": 1024, "keep": 86400}
