"""Local and shared state, derived values, counters and properties."""
import pytest

from conversation import is_change


def fizz_buzz(count):
    words = {(True, True): "FizzBuzz", (True, False): "Fizz", (False, True): "Buzz"}
    return words.get((count % 5 == 0, count % 3 == 0), str(count)) if count else "0"


def test_local_state_never_shows_in_another_view(server):
    one, two = server.open("player"), server.open("player")
    server.call("view/set", {"view": one, "properties": {"isPlaying": True}})
    assert server.holds(one, isPlaying=True) and server.holds(two, isPlaying=False)
    assert server.changes(two) == []
    server.call("view/close", {"view": one})
    assert server.holds(server.open("player"), isPlaying=False)


def test_a_derived_label_changes_with_the_text(server):
    view = server.open("mirror")
    server.call("view/set", {"view": view, "properties": {"text": "hello"}})
    change, = server.changes(view)
    assert change.keys() == {"text", "label"} and "hello" in change["label"]


def test_another_spelling_of_the_same_text_shows(server):
    """Swift compares the two as equal, and so does Observation."""
    view = server.open("mirror")
    for text in ("\u00e9", "e\u0301", "\u00e9"):
        server.call("view/set", {"view": view, "properties": {"text": text}})
        assert server.state(view) == {"text": text, "label": text} == server.get(view)


def test_shared_state_shows_in_every_view_in_one_commit(server):
    mine, top = server.open("myPage"), server.open("topPage")
    before = server.state(top)
    server.call("toggleLogin", {"view": mine})
    assert server.holds(mine, isLogin=True) and server.holds(top, isLogin=True)
    assert server.state(top)["label"] != before["label"]
    assert sum(map(is_change, server.messages)) == 1
    server.call("toggleLogin", {"view": mine})
    assert server.state(top) == before
    server.call("view/set", {"view": mine, "properties": {"isLogin": True}})
    assert server.holds(top, isLogin=True)


def test_one_increment_reaches_every_counter_in_one_commit(server):
    views = [server.open(kind) for kind in ("counterA", "counterB", "counterC")]
    mark = server.mark()
    server.call("increment", {"view": views[0], "by": 5})
    change, = filter(is_change, server.messages[mark:])
    assert {entry["view"] for entry in change["params"]["views"]} == set(views)


@pytest.mark.parametrize("kind", ["counterA", "counterB", "counterC"])
def test_every_counter_can_increment(server, kind):
    view, watch = server.open(kind), server.open("counterA")
    server.call("increment", {"view": view})
    server.call("increment", {"view": view, "by": 4})
    assert server.holds(watch, count=5)


def test_the_nested_view_model_follows_the_count(server):
    view = server.open("counterB")
    assert server.state(view) == {"text": "0", "nestedText": "0"}
    for count in range(1, 31):
        server.call("increment", {"view": view})
        assert server.state(view) == {"text": fizz_buzz(count), "nestedText": fizz_buzz(count)}


def test_setting_one_property_changes_only_its_view(server):
    a, b, c = (server.open(f"property{letter}") for letter in "ABC")
    mark = server.mark()
    server.call("view/set", {"view": a, "properties": {"a": next(iter(different(server.state(a)["a"])))}})
    assert server.changes(a, since=mark)
    assert server.changes(b, since=mark) == [] and server.changes(c, since=mark) == []


def different(value):
    yield value + 1 if isinstance(value, int) else f"{value}!"
