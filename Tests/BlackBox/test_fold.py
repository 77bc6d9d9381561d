"""Snapshot plus changes is the state, whatever happens in whatever order, under each way of delivery."""
import pytest
from hypothesis import given, strategies

from server import Server

KINDS = ["counterA", "counterB", "counterC", "mirror", "player", "myPage", "topPage", "login", "home"]
TEXT = strategies.text(max_size=8)
STEP = strategies.one_of(
    strategies.tuples(strategies.just("open"), strategies.sampled_from(KINDS)),
    strategies.tuples(strategies.just("close"), strategies.integers(0, 9)),
    strategies.tuples(strategies.just("increment"), strategies.integers(-3, 3)),
    strategies.tuples(strategies.just("text"), TEXT),
    strategies.tuples(strategies.just("play"), strategies.booleans()),
    strategies.tuples(strategies.just("member"), strategies.none()),
    strategies.tuples(strategies.just("field"), TEXT),
    strategies.tuples(strategies.just("get"), strategies.integers(0, 9)),
)


@pytest.fixture(scope="module")
def shared():
    server = Server()
    yield server
    server.reap()


@given(steps=strategies.lists(STEP, max_size=25))
def test_the_folded_state_is_the_state(shared, steps):
    views = []
    for step, value in steps:
        take(shared, views, step, value)
    for _, view in views:
        shared.get(view)
        shared.call("view/close", {"view": view})


def take(server, views, step, value):
    """One step, sent without waiting where nothing has to be known of the outcome."""
    def newest(kind):
        return next((view for found, view in reversed(views) if found == kind), None)

    if step == "open":
        views.append((value, server.open(value)))
    elif step == "close" and value < len(views):
        server.call("view/close", {"view": views.pop(value)[1]})
    elif step == "get" and value < len(views):
        server.request("view/get", {"view": views[value][1]})
    elif step == "increment" and newest("counterA"):
        server.notify("increment", {"view": newest("counterA"), "by": value})
    elif step == "member" and newest("myPage"):
        server.notify("toggleLogin", {"view": newest("myPage")})
    elif step in ("text", "play", "field"):
        kind, name = {"text": ("mirror", "text"), "play": ("player", "isPlaying"), "field": ("login", "userId")}[step]
        if newest(kind):
            server.notify("view/set", {"view": newest(kind), "properties": {name: value}})


def test_the_fold_holds_while_a_backend_answers_in_between(online, backend):
    deliveries = online.call("initialize", {})["capabilities"]["delivery"]
    gate = backend.hold("GET", "/users/A")
    pages = [online.open("user", params={"id": "A"}, delivery=way) for way in deliveries]
    call = online.request("reload", {"view": pages[0]})
    gate.arrived()
    for page in pages:
        online.get(page)
    gate.open()
    online.result(call)
    assert {online.get(page)["displayName"] for page in pages} == {"User A"}
