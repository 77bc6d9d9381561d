"""A room of the chat: its draft, its earlier messages, and the cost of a message in a long room."""
import json

import pytest

from chat_steps import ALL, NOTES_TO_SELF, SMALL_TALK, bodies, log_in, open_room, send
from conversation import is_change
from database import commits, put, raw, wait

FILL = """
WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 10000)
INSERT INTO message (roomID, accountID, body, sentAt)
SELECT room.id, 'hanako', 'message ' || number, 0 FROM numbers, room WHERE name = ? ORDER BY number"""

BATCH = """
WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 40)
INSERT INTO message (roomID, accountID, body, sentAt)
SELECT room.id, 'hanako', number || ' of ' || ?, 0 FROM numbers, room WHERE name = ? ORDER BY number"""


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "app.sqlite")


@pytest.fixture
def member(start, path):
    """A server that shows the chat to an account."""
    server = start("--database", path, "--language", "en")
    log_in(server, "12345")
    return server


def messages(server, room):
    return server.state(room)["messages"]


def test_a_draft_is_sent_once_and_its_later_text_stays(member, path):
    """R54"""
    room = open_room(member, NOTES_TO_SELF)
    for blank in ("", " \n\t\u3000"):
        put(member, room, draft=blank)
        member.call("send", {"view": room})
        assert member.holds(room, draft=blank, canSend=False, messages=[])
    put(member, room, draft="a")
    with raw(path) as other:
        other.execute("BEGIN")
        other.execute("UPDATE room SET name = name")
        sent = member.request("send", {"view": room})
        member.until(room, draft="", canSend=False)
        member.call("send", {"view": room})
        put(member, room, draft="ab")
        assert member.holds(room, messages=[]) and not member.answered(sent)
        other.execute("ROLLBACK")
    member.result(sent)
    assert member.holds(room, draft="ab", canSend=True, errorMessage=None) and bodies(member, room) == ["a"]


def test_earlier_messages_come_fifty_at_a_time_and_move_no_other(member):
    """R57"""
    room = open_room(member, ALL)
    for count in (100, 120):
        before = messages(member, room)
        member.call("loadEarlier", {"view": room})
        assert messages(member, room)[-len(before):] == before and len(bodies(member, room)) == count
    mark = member.mark()
    member.call("loadEarlier", {"view": room})
    assert commits(member, mark, "messages") == []


def test_earlier_messages_that_another_program_changes_are_corrected(member, path):
    room = open_room(member, ALL)
    member.call("loadEarlier", {"view": room})
    first, second = (message["id"] for message in messages(member, room)[:2])
    with raw(path) as other:
        other.execute("UPDATE message SET body = 'edited' WHERE id = ?", [first])
        other.execute("DELETE FROM message WHERE id = ?", [second])
    wait(member, lambda: bodies(member, room)[0] == "edited" and len(bodies(member, room)) == 99)


def test_a_room_that_stays_open_shows_a_thousand_messages_at_most(member, path):
    room = open_room(member, SMALL_TALK)
    for batch in range(30):
        with raw(path) as other:
            other.execute(BATCH, [f"batch {batch}", SMALL_TALK])
        wait(member, lambda: bodies(member, room)[-1:] == [f"40 of batch {batch}"])
    assert bodies(member, room) == [f"{number} of batch {batch}" for batch in range(5, 30) for number in range(1, 41)]


def test_in_a_long_room_a_message_is_sent_as_a_patch_at_the_price_of_one(member, path):
    """R60"""
    with raw(path) as other:
        other.execute(FILL, [SMALL_TALK])
    room = open_room(member, SMALL_TALK, delivery="patch")
    for _ in range(9):
        member.call("loadEarlier", {"view": room})
    mark = member.mark()
    send(member, room, "hello")
    last = messages(member, room)[-1]
    patches = [entry["patch"] for message in member.messages[mark:] if is_change(message)
               for entry in message["params"]["views"] if entry["view"] == room]
    assert [{"op": "add", "path": "/messages/500", "value": last}] in patches and last["body"] == "hello"
    assert len(json.dumps(patches)) < 800
