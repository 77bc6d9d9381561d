"""The reload button: disabled before anything else happens, and enabled only when the last call has ended."""
import pytest


@pytest.fixture
def page(online):
    return online.open("user", params={"id": "A"})


@pytest.fixture
def gate(backend):
    return backend.hold("GET", "/users/A")


def flips(server, page):
    return [change["isReloadButtonDisabled"] for change in server.changes(page) if "isReloadButtonDisabled" in change]


def end(server, call, request, how):
    """Ends a call and reads up to its reply."""
    if how == "cancelled":
        server.notify("$/cancelRequest", {"id": call})
        assert server.error(call)["data"]["reason"] == "requested"
    else:
        request.release() if how == "answered" else request.fail()
        assert "commit" in server.result(call)


@pytest.mark.parametrize("action", ["load", "reload"])
@pytest.mark.parametrize("how", ["answered", "failed", "cancelled"])
def test_the_button_is_disabled_during_a_call_and_enabled_before_its_reply(online, page, gate, action, how):
    """R4, R5, R6"""
    call = online.request(action, {"view": page})
    online.until(page, isReloadButtonDisabled=True)
    request, = gate.arrived()
    assert online.get(page)["isReloadButtonDisabled"] is True and not online.answered(call)
    end(online, call, request, how)
    assert flips(online, page) == [True, False]
    assert online.holds(page, displayName="User A" if how == "answered" else "User Name")


@pytest.mark.parametrize("actions, how", [
    (("load", "reload", "load"), "answered"), (("load", "reload", "load"), "failed"),
    (("reload", "load", "reload"), "cancelled")])
@pytest.mark.parametrize("last", [0, 1, 2])
def test_of_overlapping_calls_only_the_last_to_end_enables_the_button(online, page, gate, actions, last, how):
    """R5, R6"""
    calls = [online.request(action, {"view": page}) for action in actions]
    request, = gate.arrived()
    online.get(page)
    last_call = calls.pop(last)
    for call in calls:
        end(online, call, request, "cancelled")
        assert online.get(page)["isReloadButtonDisabled"] is True
    end(online, last_call, request, how)
    assert flips(online, page) == [True, False]


@pytest.mark.parametrize("how", ["answered", "failed", "cancelled"])
def test_a_new_call_disables_the_button_again(online, page, gate, how):
    """R5"""
    for count in (1, 2):
        call = online.request("reload", {"view": page})
        end(online, call, gate.arrived(count)[-1], how)
        assert flips(online, page) == [True, False] * count


def test_the_buttons_of_two_pages_of_one_user_are_their_own(online, backend, page, gate):
    """R5, R14"""
    other = online.open("user", params={"id": "A"})
    calls = [online.request("reload", {"view": view}) for view in (page, other)]
    request, = gate.arrived()
    online.get(other)
    end(online, calls[0], request, "cancelled")
    assert online.holds(page, isReloadButtonDisabled=False)
    assert online.get(other)["isReloadButtonDisabled"] is True
    end(online, calls[1], request, "answered")
    assert flips(online, page) == flips(online, other) == [True, False]
