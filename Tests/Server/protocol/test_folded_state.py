"""Snapshot plus changes is the state, for any calls in any order, with each delivery."""
import pytest
from hypothesis import given, strategies

from server import Server
from view_types import PARAMETERS

TEXT, FLAG, NUMBER = strategies.text(max_size=8), strategies.booleans(), strategies.integers(-3, 3)
FRIEND = strategies.sampled_from(["B", "C", "nobody"])
SMOOTHIE = strategies.sampled_from(["apple-fog", "yuzu-parade", "unknown"])


def call(kind, action, /, **arguments):
    """Calls an action of the newest view of that type."""
    return strategies.tuples(strategies.just(kind), strategies.just(action), strategies.fixed_dictionaries(arguments))


def put(kind, **properties):
    """Sets properties of the newest view of that type."""
    return call(kind, "view/set", properties=strategies.fixed_dictionaries(properties))


DEEDS = strategies.one_of(
    call("counterA", "increment", by=NUMBER), call("counterB", "increment", by=NUMBER), call("counterC", "increment"),
    call("counterSettings", "setStartCount", count=NUMBER), put("propertyA", a=NUMBER), put("propertyB", b=NUMBER),
    put("mirror", text=TEXT), put("player", isPlaying=FLAG), call("myPage", "toggleLogin"), put("myPage", isLogin=FLAG),
    put("login", userId=TEXT, shouldNavigateHome=FLAG), call("login", "didAppear"),
    call("login", "login", userId=strategies.sampled_from(["12345", "nobody"]), password=strategies.just("password")),
    call("home", "logout"), call("home", "openNotes"), call("user", "load"), call("user", "reload"),
    call("friends", "onAppear"), call("friends", "toggleFriendBookmark", id=FRIEND),
    put("friends", showsOnlyBookmarkedFriends=FLAG),
    call("notes", "refresh"), call("notes", "add"), put("notes", draft=TEXT, showsModal=FLAG),
    call("notes", "delete", id=strategies.sampled_from("123")),
    call("smoothies", "fetch"), call("smoothies", "toggleFavorite", id=SMOOTHIE), put("smoothies", filterKeyword=TEXT),
    call("favorites", "toggleFavorite", id=SMOOTHIE),
    put("favorites", filterKeyword=strategies.sampled_from(["", "A"])),
    call("effects", "handle", action=strategies.sampled_from(["instant", "buttonTap"]), seconds=strategies.just(0)),
)
KINDS = ["user", "friends", "login", "home", "notes", "smoothies", "favorites", "effects", "counterSettings",
         "counterA", "counterB", "counterC", "mirror", "player", "myPage", "topPage", "propertyA", "propertyB"]
INDEX = strategies.integers(0, len(KINDS))
STEP = strategies.one_of(*(strategies.tuples(strategies.just(step), value) for step, value in [
    ("open", strategies.sampled_from(KINDS)), ("do", DEEDS), ("do", DEEDS), ("close", INDEX), ("get", INDEX)]))


@pytest.fixture(scope="module")
def shared():
    server = Server()
    server.deliveries = server.call("initialize", {})["capabilities"]["delivery"]
    yield server
    server.reap()


@given(steps=strategies.lists(STEP, min_size=10, max_size=60))
def test_the_folded_state_is_the_state(shared, steps):
    """R48: here and in every other test, the conversation compares each `view/get` with the folded state."""
    views = []
    for kind in KINDS:
        take(shared, views, "open", kind)
    for step, value in steps:
        take(shared, views, step, value)
    for _, view in views:
        shared.get(view)
    for _, view in views:
        shared.call("view/close", {"view": view})


def take(server, views, step, value):
    """Sends one step, without waiting unless its outcome has to be known."""
    if step == "open":
        delivery = server.deliveries[len(views) % len(server.deliveries)]
        views.append((value, server.open(value, params=PARAMETERS.get(value, {}), delivery=delivery)))
    elif step == "close" and value < len(views):
        server.call("view/close", {"view": views.pop(value)[1]})
    elif step == "get" and value < len(views):
        server.request("view/get", {"view": views[value][1]})
    elif step == "do":
        kind, method, params = value
        view = next((view for found, view in reversed(views) if found == kind), None)
        if view:
            server.notify(method, {"view": view, **params})


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
