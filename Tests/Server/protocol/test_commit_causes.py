"""The causes of a commit, for clients that ask for them."""
import pytest

from conversation import is_change


@pytest.fixture
def curious(server):
    server.call("initialize", {"capabilities": {"cause": True}})
    return server


def causes(server):
    return [message["params"].get("cause") for message in server.messages if is_change(message)]


def test_a_client_that_does_not_request_causes_receives_none(server):
    server.call("increment", {"view": server.open("counterA")})
    assert causes(server) == [None]


def test_a_call_is_the_cause_of_what_it_changes_in_every_view(curious):
    views = [curious.open("counterA") for _ in range(2)]
    call = curious.request("increment", {"view": views[1]})
    curious.result(call)
    assert causes(curious) == [[{"id": call, "method": "increment", "view": views[1]}]]


def test_setting_properties_is_a_cause(curious):
    view = curious.open("mirror")
    call = curious.request("view/set", {"view": view, "properties": {"text": "x"}})
    curious.result(call)
    assert causes(curious) == [[{"id": call, "method": "view/set", "view": view}]]


def test_a_notification_is_a_cause_without_an_id(curious):
    view = curious.open("counterA")
    curious.notify("increment", {"view": view})
    curious.get(view)
    assert causes(curious) == [[{"method": "increment", "view": view}]]


def test_a_call_is_the_cause_of_its_changes_after_waiting_too(start, backend):
    server = start("--api", backend.url)
    server.call("initialize", {"capabilities": {"cause": True}})
    view = server.open("user", params={"id": "A"})
    call = server.request("reload", {"view": view})
    server.result(call)
    assert len(causes(server)) >= 2
    assert all(cause == [{"id": call, "method": "reload", "view": view}] for cause in causes(server))


def test_every_call_that_caused_a_commit_is_named(curious):
    view = curious.open("counterA")
    calls = [curious.message("increment", {"view": view}) for _ in range(3)]
    curious.send(calls)
    for call in calls:
        curious.result(call["id"])
    assert causes(curious) == [[{"id": call["id"], "method": "increment", "view": view} for call in calls]]
    assert curious.state(view) == {"count": 3}
