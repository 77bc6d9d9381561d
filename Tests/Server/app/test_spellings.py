"""A text in another spelling is another text, although the two look equal: it is sent as a change."""
import pytest

from conversation import is_change
from database import contents, log_in, open_notes, raw, wait

COMPOSED, DECOMPOSED = "\u00e9", "e\u0301"
OTHER = {COMPOSED: DECOMPOSED, DECOMPOSED: COMPOSED}
INSERT = "INSERT INTO note (userID, content, isDeleted) VALUES ('12345', ?, 0)"

spellings = pytest.mark.parametrize("spelling", OTHER, ids=["composed first", "decomposed first"])
DELIVERIES = ["properties", "patch"]


def setting(kind, name):
    return kind, name, lambda server, view, text: server.call("view/set", {"view": view, "properties": {name: text}})


def select(server, view, text):
    server.call("select", {"view": view, "name": text})


def log_in_as(server, view, text):
    server.call("login", {"view": view, "userId": text, "password": "wrong"})


TEXTS = pytest.mark.parametrize("kind, name, put", [
    setting("search", "searchText"), setting("search", "selectedUserName"), setting("login", "userId"),
    setting("mirror", "text"), setting("notes", "draft"), setting("smoothies", "filterKeyword"),
    ("search", "selectedUserName", select), ("login", "userId", log_in_as),
], ids=["searchText", "selectedUserName", "userId", "text", "draft", "filterKeyword", "select", "login"])


@pytest.fixture
def server(searching):
    """A server with a fake search service."""
    return searching


def entries(server, since, view):
    return [entry for message in server.messages[since:] if is_change(message)
            for entry in message["params"]["views"] if entry["view"] == view]


def has_change(server, view, name, text, since):
    """Whether the view received a change of the property to the text."""
    return any(text in (entry.get("changes", {}).get(name), *(
        step.get("value") for step in entry.get("patch", ()) if step["path"] == f"/{name}"))
        for entry in entries(server, since, view))


@TEXTS
def test_another_spelling_is_sent_before_the_reply_and_the_same_is_not(server, kind, name, put):
    for delivery in DELIVERIES:
        view = server.open(kind, delivery=delivery)
        put(server, view, COMPOSED)
        server.get(view)
        for spelling in (DECOMPOSED, COMPOSED):
            mark = server.mark()
            put(server, view, spelling)
            assert has_change(server, view, name, spelling, since=mark)
            assert server.get(view)[name] == spelling
            mark = server.mark()
            put(server, view, spelling)
            assert server.get(view)[name] == spelling
            # A login that fails again changes its own properties.
            assert put is log_in_as or not entries(server, mark, view)
            assert not any(name in str(entry) for entry in entries(server, mark, view))
        server.call("view/close", {"view": view})


@pytest.mark.parametrize("delivery", DELIVERIES)
def test_properties_derived_from_it_change_in_the_same_commit(server, delivery):
    view = server.open("mirror", delivery=delivery)
    for text in (COMPOSED, DECOMPOSED, COMPOSED):
        mark = server.mark()
        server.call("view/set", {"view": view, "properties": {"text": text}})
        entry, = entries(server, mark, view)
        assert "text" in str(entry) and "label" in str(entry)
        assert server.get(view) == {"text": text, "label": text}


@spellings
def test_notes_written_anew_by_another_program_change_in_all_views_in_one_commit(start, tmp_path, spelling):
    path = tmp_path / "app.sqlite"
    server = start("--database", str(path))
    log_in(server)
    views = [open_notes(server, delivery=delivery) for delivery in ("properties", "patch", "properties")]
    with raw(path) as other:
        other.execute(INSERT, (spelling,))
        wait(server, lambda: contents(server, views[0])[1:] == [spelling])
        mark = server.mark()
        other.execute("UPDATE note SET content = ? WHERE content = ?", (OTHER[spelling], spelling))
        wait(server, lambda: contents(server, views[0])[1:] == [OTHER[spelling]])
    assert all(contents(server, view)[1:] == [OTHER[spelling]] for view in views)
    assert [len(message["params"]["views"]) for message in server.messages[mark:] if is_change(message)] == [len(views)]


@spellings
def test_a_name_spelled_anew_by_the_backend_changes_in_all_views_in_one_commit(online, backend, spelling):
    backend.users["A"]["name"] = spelling
    views = [online.open("user", params={"id": "A"}), online.open("user", params={"id": "A"}, delivery="patch"),
             online.open("friends", params={"id": "A"})]
    online.call("load", {"view": views[0]})
    assert online.holds(views[0], displayName=spelling)
    backend.users["A"]["name"] = OTHER[spelling]
    mark = online.mark()
    online.call("reload", {"view": views[0]})
    assert all(online.state(view)["user"]["name"] == OTHER[spelling] for view in views)
    assert online.holds(views[1], displayName=OTHER[spelling])
    assert len(views) in [len(one["params"]["views"]) for one in online.messages[mark:] if is_change(one)]
