"""The notes page: the notes of the user, the state after loading and failures, and that any write shows."""
import pytest

from database import add_note, commits, contents, log_in, log_out, open_notes, put, raw, stored, wait
from http_backend import (CLOSED, CUT_OFF, FORBIDDEN, NOT_FOUND, NOT_JSON, OTHER_JSON, SERVER_ERROR, TOO_MANY,
                          UNAUTHORIZED)

SEED = "新着情報"
PATH = "/users/12345/notes"
DEFAULTS = {"notes": [], "apiState": "none", "draft": "", "showsModal": False, "errorMessage": None}
NOT_UNDERSTOOD = "The server's answer could not be understood"


@pytest.fixture(params=["embedded", "HTTP"])
def server(request, start, backend):
    """The same promises on both backends."""
    return start() if request.param == "embedded" else start("--api", backend.url)


@pytest.fixture
def english(start, backend):
    return start("--api", backend.url, "--language", "en")


def test_nobody_has_no_notes_and_none_are_asked_for(online, backend):
    view = online.open("notes")
    assert online.state(view) == DEFAULTS
    for action in ("didAppear", "refresh"):
        online.call(action, {"view": view})
    assert online.state(view) == DEFAULTS
    add_note(online, view, "whose?")
    assert online.holds(view, notes=[], apiState="none")
    assert backend.requests == []


@pytest.mark.parametrize("user, expected", [("12345", [SEED]), ("test", [])])
def test_after_the_login_the_user_s_notes_are_there(server, user, expected):
    log_in(server, user)
    view = open_notes(server)
    assert contents(server, view) == expected
    assert server.holds(view, apiState="success", errorMessage=None)


def test_a_page_opened_before_the_login_shows_the_notes_too(server):
    view = server.open("notes")
    log_in(server)
    server.call("refresh", {"view": view})
    assert contents(server, view) == [SEED]


def test_a_note_is_added_at_the_end_before_the_reply(server):
    log_in(server)
    view = open_notes(server)
    put(server, view, showsModal=True)
    for count in (1, 2, 3):
        add_note(server, view, f"Note {count}")
        assert contents(server, view) == [SEED, "Note 1", "Note 2", "Note 3"][:count + 1]
        assert server.holds(view, draft="", showsModal=False, errorMessage=None)
    names = [note["id"] for note in server.state(view)["notes"]]
    assert all(isinstance(name, str) and name for name in names) and len(set(names)) == 4


def test_a_note_is_deleted_before_the_reply(server):
    log_in(server)
    view = open_notes(server)
    add_note(server, view, "Second")
    server.call("delete", {"view": view, "id": server.state(view)["notes"][0]["id"]})
    assert contents(server, view) == ["Second"]


@pytest.mark.parametrize("draft", ["", " ", "\n\t ", "\u3000"])
def test_a_blank_draft_adds_nothing(server, backend, draft):
    log_in(server)
    view = open_notes(server)
    add_note(server, view, draft)
    assert contents(server, view) == [SEED]
    assert backend.seen("POST", PATH) == []


def test_two_pages_show_the_same_in_one_commit(server):
    log_in(server)
    session = server.call("session/open", {})["session"]
    views = [open_notes(server), open_notes(server, session=session)]
    mark = server.mark()
    add_note(server, views[0], "Both")
    server.call("delete", {"view": views[1], "id": server.state(views[1])["notes"][0]["id"]})
    assert [contents(server, view) for view in views] == [["Both"], ["Both"]]
    assert commits(server, mark, "notes") == [set(views)] * 2


def test_a_note_is_shown_when_the_backend_has_it_and_not_before(online, backend):
    log_in(online)
    view = open_notes(online)
    gate = backend.hold("POST", PATH)
    put(online, view, draft="New")
    call = online.request("add", {"view": view})
    request, = gate.arrived()
    assert request.body == {"content": "New"}
    online.get(view)
    assert contents(online, view) == [SEED] and not online.answered(call)
    gate.open()
    online.result(call)
    assert contents(online, view) == [SEED, "New"]


@pytest.mark.parametrize("action", ["didAppear", "refresh"])
def test_loading_shows_before_the_backend_answers_and_success_before_the_reply(online, backend, action):
    log_in(online)
    view = online.open("notes")
    gate = backend.hold("GET", PATH)
    call = online.request(action, {"view": view})
    online.until(view, apiState="loading")
    gate.arrived()
    assert not online.answered(call)
    gate.open()
    online.result(call)
    assert online.holds(view, apiState="success", errorMessage=None) and contents(online, view) == [SEED]


def test_a_refresh_shows_what_is_new_at_the_backend(online, backend):
    log_in(online)
    view = open_notes(online)
    backend.notes["12345"].append({"id": "elsewhere", "content": "Written elsewhere"})
    online.call("refresh", {"view": view})
    assert contents(online, view) == [SEED, "Written elsewhere"]


FAILURES = [
    (SERVER_ERROR, NOT_UNDERSTOOD), (NOT_JSON, NOT_UNDERSTOOD), (OTHER_JSON, NOT_UNDERSTOOD), (CUT_OFF, NOT_UNDERSTOOD),
    (UNAUTHORIZED, "The user ID or the password is wrong"), (NOT_FOUND, "Not found"),
    (FORBIDDEN, "Too many requests; try again after 20"), (TOO_MANY, "Too many requests; try again after 20"),
    (CLOSED, "The server cannot be reached"),
]


@pytest.mark.parametrize("failure, message", FAILURES)
def test_a_failure_says_why_keeps_what_there_was_and_can_be_tried_again(english, backend, failure, message):
    log_in(english)
    view = open_notes(english)
    put(english, view, draft="Precious", showsModal=True)
    for action, method in (("refresh", "GET"), ("add", "POST")):
        backend.fail(method, PATH, failure)
        english.call(action, {"view": view})
        assert english.state(view)["errorMessage"].startswith(message)
        assert english.holds(view, draft="Precious", showsModal=True) and contents(english, view) == [SEED]
        assert action == "add" or english.holds(view, apiState="failure")
        backend.fail(method, PATH, None)
        english.call(action, {"view": view})
        assert english.holds(view, errorMessage=None)
        assert action == "add" or english.holds(view, apiState="success")
    assert english.holds(view, draft="", showsModal=False) and contents(english, view) == [SEED, "Precious"]


def test_a_deleted_note_does_not_come_back_with_a_refresh(online, backend):
    log_in(online)
    views = [open_notes(online), open_notes(online)]
    add_note(online, views[0], "Kept")
    online.call("delete", {"view": views[0], "id": online.state(views[0])["notes"][0]["id"]})
    for view in views:
        online.call("refresh", {"view": view})
        assert contents(online, view) == ["Kept"]
    assert [note["content"] for note in backend.notes["12345"]] == [SEED, "Kept"]


def test_a_note_deleted_during_a_refresh_stays_deleted(online, backend):
    log_in(online)
    view = open_notes(online)
    gate = backend.hold("GET", PATH)
    call = online.request("refresh", {"view": view})
    gate.arrived()
    online.call("delete", {"view": view, "id": online.state(view)["notes"][0]["id"]})
    gate.open()
    online.result(call)
    assert online.holds(view, notes=[], apiState="success")


def test_a_write_by_another_program_shows_without_a_request(start, tmp_path):
    path = tmp_path / "app.sqlite"
    server = start("--database", str(path))
    log_in(server)
    views = [open_notes(server), open_notes(server)]
    statement = "INSERT INTO note (userID, content, isDeleted) VALUES (?, ?, FALSE)"
    with raw(path) as other:
        other.execute(statement, ("test", "Somebody else's"))
        other.execute(statement, ("12345", "Written behind"))
        wait(server, lambda: contents(server, views[0]) == [SEED, "Written behind"])
        other.execute("UPDATE note SET isDeleted = TRUE WHERE content = ?", (SEED,))
        wait(server, lambda: contents(server, views[0]) == ["Written behind"])
        other.execute("UPDATE note SET content = 'Changed' WHERE content = 'Written behind'")
        wait(server, lambda: contents(server, views[0]) == ["Changed"])
        other.execute("DELETE FROM note WHERE userID = '12345'")
        wait(server, lambda: contents(server, views[0]) == [])
    assert contents(server, views[1]) == []
    assert all(told == set(views) for told in commits(server, 0, "notes")[-4:])


def test_notes_are_kept_in_the_file(start, tmp_path):
    path = tmp_path / "app.sqlite"
    first = start("--database", str(path))
    log_in(first)
    view = open_notes(first)
    add_note(first, view, "Kept")
    first.call("delete", {"view": view, "id": first.state(view)["notes"][0]["id"]})
    assert first.finish() == 0
    second = start("--database", str(path))
    log_in(second)
    assert contents(second, open_notes(second)) == ["Kept"]
    assert stored(path, "SELECT userID FROM note WHERE content = 'Kept'") == [("12345",)]


@pytest.mark.parametrize("leave", ["log out", "log in as another"])
def test_with_the_login_the_notes_and_the_draft_end(server, leave):
    log_in(server)
    view = open_notes(server)
    put(server, view, draft="Secret", showsModal=True)
    if leave == "log out":
        log_out(server)
    else:
        log_in(server, "test")
    assert server.state(view) == DEFAULTS


def test_the_next_user_sees_nothing_of_the_first(server):
    log_in(server)
    view = open_notes(server)
    add_note(server, view, "Mine")
    put(server, view, draft="Mine too")
    log_out(server)
    mark = server.mark()
    log_in(server, "test")
    other = open_notes(server)
    server.call("refresh", {"view": view})
    add_note(server, view, "The other's")
    assert contents(server, view) == contents(server, other) == ["The other's"]
    told = str(server.messages[mark:])
    assert SEED not in told and "Mine" not in told
    log_out(server)
    log_in(server)
    server.call("refresh", {"view": view})
    assert contents(server, view) == [SEED, "Mine"]


@pytest.fixture
def late(online, backend):
    """Holds the reply to a request of the first user: the page that sent it, and a function to release the reply."""
    log_in(online)
    view = open_notes(online)
    backend.notes["12345"].append({"id": "late", "content": "Late"})
    put(online, view, draft="Mine")

    def ask(action):
        gate = backend.hold("POST" if action == "add" else "GET", PATH)
        call = online.request(action, {"view": view})
        gate.arrived()

        def release():
            before = {**online.get(view), "notes": None}
            gate.open()
            online.reply(call)
            # After another reply from the same backend, all effects of the first one are visible.
            online.call("load", {"view": online.open("user", params={"id": "A"})})
            # The stored notes may show when the same user is back, but nothing of the reply.
            assert {**online.get(view), "notes": None} == before
            assert not {"Late", "Mine"} & set(contents(online, view))
        return view, release

    return ask


def is_up_to_date(server, view):
    """Whether the page has each note of the `late` fixture once, with or without the one that is being added."""
    return sorted(contents(server, view)) in (sorted([SEED, "Late"]), sorted([SEED, "Late", "Mine"]))


@pytest.mark.parametrize("action", ["refresh", "add"])
@pytest.mark.parametrize("steps", [
    ("log out", "log in", "release"), ("log out", "release", "log in"), ("log in", "release"),
    ("log out", "log in", "refresh", "release"), ("log out", "log in", "log out", "release", "log in"),
], ids=", ".join)
def test_an_answer_that_comes_after_its_login_changes_nothing(online, late, action, steps):
    view, release = late(action)
    mark = online.mark()
    for step in steps:
        if step == "release":
            release()
        elif step == "refresh":
            online.call("refresh", {"view": view})
        else:
            log_in(online, "test") if step == "log in" else log_out(online)
    assert online.state(view) == {**DEFAULTS, "apiState": "success" if "refresh" in steps else "none"}
    assert not any(change.get("notes") for change in online.changes(view, since=mark))
    log_out(online)
    log_in(online)
    online.call("refresh", {"view": view})
    assert is_up_to_date(online, view)


@pytest.mark.parametrize("action", ["refresh", "add"])
def test_an_answer_that_comes_during_the_next_login_changes_nothing(online, backend, late, action):
    view, release = late(action)
    log_out(online)
    login, gate = online.open("login"), backend.hold("POST", "/login")
    call = online.request("login", {"view": login, "userId": "test", "password": "password"})
    gate.arrived()
    release()
    gate.open()
    online.result(call)
    assert online.state(view) == DEFAULTS


@pytest.mark.parametrize("action", ["refresh", "add"])
def test_an_answer_from_a_login_before_changes_nothing_for_the_same_user(online, late, action):
    view, release = late(action)
    log_out(online)
    log_in(online)
    release()
    online.call("refresh", {"view": view})
    assert is_up_to_date(online, view) and online.holds(view, apiState="success", draft="")
