"""A batch that opens more views than may be left unread: some of them open, and nothing remains of the others."""
import pytest

from database import add_note, contents, log_in, open_notes

LIMIT, LARGE, COUNT = 200_000, 50_000, 100


@pytest.fixture
def notes(start):
    """A server, and a view of the notes of a user who is logged in and has few."""
    server = start("--max-unread-bytes", str(LIMIT))
    log_in(server)
    return server, open_notes(server)


@pytest.fixture(params=["properties", "patch"])
def opening(request, notes):
    """Requests that open many views of the notes."""
    return [notes[0].message("view/open", {"type": "notes", "view": f"v{number}", "delivery": request.param})
            for number in range(COUNT)]


def snapshot_contents(server, view):
    """The contents of the notes in a fresh snapshot."""
    return [note["content"] for note in server.get(view)["notes"]]


def parts(server, opening):
    """The names of the views that a batch has opened, and of those that it has not; its array is the last message."""
    assert len(bytes(server.everything).splitlines()[-1]) < 1.5 * LIMIT + LARGE
    replies = {one["id"]: one for one in server.messages[-1]}
    opened, refused = [], []
    for request in opening:
        reply = replies.pop(request["id"])
        (refused if "error" in reply else opened).append(request["params"]["view"])
        assert "result" in reply or (
            reply["error"]["data"] == {"kind": "Overloaded", "limit": "unreadBytes", "retryable": True})
    assert opened and refused and set(opened) <= server.views.keys()
    return opened, refused


def opened_ones_work(server, view, opened):
    for name in opened:
        before = contents(server, view)
        assert snapshot_contents(server, name) == before
        put_away = server.get(name)["notes"][0]["id"]
        server.call("delete", {"view": name, "id": put_away})
        assert snapshot_contents(server, name) == contents(server, view) == before[1:]
        add_note(server, name, f"of {name}")
        assert snapshot_contents(server, name) == contents(server, view) == [*before[1:], f"of {name}"]


def nothing_remains(server, view, refused):
    """The driver accepts no mention of these views, because no reply has opened them."""
    for name in refused:
        assert server.refused("view/get", {"view": name})["data"]["path"] == "/view"
        assert server.refused("add", {"view": name})["data"]["path"] == "/view"
    for name in refused:
        server.open("notes", name)
        assert contents(server, name) == contents(server, view)
        server.call("view/close", {"view": name})


def test_a_batch_opens_only_the_views_whose_snapshots_fit(notes, opening):
    server, view = notes
    add_note(server, view, "x" * LARGE)
    server.send(opening)
    server.reply(opening[0]["id"])
    opened, refused = parts(server, opening)
    opened_ones_work(server, view, opened)
    nothing_remains(server, view, refused)


def test_a_batch_opens_only_the_views_whose_snapshots_fit_when_it_is_answered(notes, opening):
    server, view = notes
    slow = server.message("handle", {"view": server.open("effects"), "action": "buttonTap", "seconds": 86_400})
    server.send([*opening, slow])
    add_note(server, view, "x" * LARGE)
    assert not server.answered(opening[0]["id"])
    server.notify("$/cancelRequest", {"id": slow["id"]})
    assert server.error(slow["id"])["data"]["reason"] == "requested"
    opened, refused = parts(server, opening)
    opened_ones_work(server, view, opened)
    nothing_remains(server, view, refused)


def test_a_batch_of_views_that_fit_opens_them_all(notes, opening):
    server, view = notes
    server.send(opening)
    for one in opening:
        server.result(one["id"])
    add_note(server, view, "small")
    assert all(snapshot_contents(server, one["params"]["view"]) == contents(server, view) for one in opening)
