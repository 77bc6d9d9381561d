"""The cancellation of calls: early, late, one of several, and that of their work."""
import pytest



@pytest.fixture
def page(online):
    return online.open("user", params={"id": "A"})


def test_a_cancelled_call_is_answered_once_and_says_why(online, backend, page):
    backend.hold("GET", "/users/A")
    call = online.request("reload", {"view": page})
    backend.seen("GET", "/users/A", 1)
    online.notify("$/cancelRequest", {"id": call})
    assert online.error(call)["data"] == {"kind": "RequestCancelled", "reason": "requested"}


@pytest.mark.parametrize("action", ["load", "reload"])
def test_cancelling_the_waiting_call_cancels_the_work(online, backend, page, action):
    gate = backend.hold("GET", "/users/A")
    call = online.request(action, {"view": page})
    request, = gate.arrived()
    online.notify("$/cancelRequest", {"id": call})
    assert online.error(call)["code"] == -32800
    assert online.holds(page, isReloadButtonDisabled=False, user=None, errorMessage=None)
    request.was_abandoned()


def test_cancelling_one_call_leaves_its_siblings(online, backend, page):
    gate = backend.hold("GET", "/users/A")
    calls = [online.request("reload", {"view": page}) for _ in range(3)]
    request, = gate.arrived()
    online.notify("$/cancelRequest", {"id": calls[0]})
    assert online.error(calls[0])["code"] == -32800
    assert online.holds(page, isReloadButtonDisabled=True)
    assert not request.abandoned.is_set()
    gate.open()
    assert all("commit" in online.result(call) for call in calls[1:])
    assert online.holds(page, displayName="User A", isReloadButtonDisabled=False)
    assert len(backend.seen("GET", "/users/A")) == 1


def test_cancelling_all_waiting_calls_cancels_the_work(online, backend, page):
    gate = backend.hold("GET", "/users/A")
    calls = [online.request("reload", {"view": page}) for _ in range(2)]
    request, = gate.arrived()
    for call in calls:
        online.notify("$/cancelRequest", {"id": call})
    assert all(online.error(call)["code"] == -32800 for call in calls)
    assert online.holds(page, isReloadButtonDisabled=False)
    request.was_abandoned()


def test_after_cancelling_a_reload_works_again(online, backend, page):
    gate = backend.hold("GET", "/users/A")
    call = online.request("reload", {"view": page})
    gate.arrived()
    online.notify("$/cancelRequest", {"id": call})
    online.error(call)
    gate.open()
    online.call("reload", {"view": page})
    assert online.holds(page, displayName="User A")


def test_another_view_of_the_same_user_goes_on(online, backend, page):
    other = online.open("user", params={"id": "A"})
    gate = backend.hold("GET", "/users/A")
    one, two = online.request("reload", {"view": page}), online.request("reload", {"view": other})
    gate.arrived()
    online.notify("$/cancelRequest", {"id": one})
    assert online.error(one)["code"] == -32800
    gate.open()
    assert "commit" in online.result(two)
    assert online.holds(other, displayName="User A")


@pytest.mark.parametrize("params", [{"id": "never"}, {"id": 99}, {"id": None}, {"id": 1.5}, {}, None, []])
def test_a_cancellation_of_an_unknown_call_is_ignored(server, params):
    server.open("counterA")
    mark = server.mark()
    server.transmit({"jsonrpc": "2.0", "method": "$/cancelRequest", **({} if params is None else {"params": params})})
    server.open("counterA")
    assert len(server.messages) == mark + 1


def test_a_late_cancellation_is_tolerated(online, page):
    call = online.request("reload", {"view": page})
    online.result(call)
    online.notify("$/cancelRequest", {"id": call})
    online.call("reload", {"view": page})


def test_an_early_cancellation_is_tolerated(online, backend, page):
    gate = backend.hold("GET", "/users/A")
    call = online.message("reload", {"view": page})
    online.notify("$/cancelRequest", {"id": call["id"]})
    online.send(call)
    gate.open()
    online.reply(call["id"])


def test_a_notification_cannot_be_cancelled_and_settles(online, backend, page):
    gate = backend.hold("GET", "/users/A")
    online.notify("reload", {"view": page})
    gate.arrived()
    online.notify("$/cancelRequest", {"id": None})
    gate.open()
    online.until(page, displayName="User A", isReloadButtonDisabled=False)
