"""Two servers at one database with two front ends each: a message sent in one shows in all four."""
import contextlib
import statistics
import threading
import time

import psycopg
import pytest

from chat_steps import SMALL_TALK, bodies, log_in, open_room, send, unread
from database import wait
from rooms import SMALL_TALK_ID

# A few milliseconds are usual, and more on a busy machine. A process that polls every second takes longer than this.
BLINK = 0.3
ACCOUNTS = ["12345", "hanako", "hanako", "12345"]


class FrontEnd:
    """A connection that shows a room and the list of rooms to an account."""

    def __init__(self, connection, account):
        self.connection, self.account = connection, account
        self.chat = log_in(connection, account)
        self.room, self.rooms = open_room(connection, SMALL_TALK), connection.open("rooms")

    def send(self, body):
        send(self.connection, self.room, body)

    def shows(self, *expected):
        wait(self.connection, lambda: bodies(self.connection, self.room) == list(expected))

    def has_unread(self, count):
        wait(self.connection, lambda: unread(self.connection, self.rooms, SMALL_TALK) == count)

    def mark_read(self):
        last = self.connection.state(self.room)["messages"][-1]["id"]
        self.connection.call("markRead", {"view": self.room, "upTo": last})


@pytest.fixture
def front_ends(listen, database):
    """The front ends, of which the first two use one server and the others another."""
    servers = [listen("--database", database.url(), "--language", "en") for _ in range(2)]
    return [FrontEnd(servers[number // 2].connect(), account) for number, account in enumerate(ACCOUNTS)]


def test_a_message_shows_in_all_in_a_blink_and_unread_counts_follow(front_ends):
    times = []
    for number, sender in enumerate(front_ends * 2):
        sender.send(f"Message {number}")
        begun = time.monotonic()
        for one in front_ends:
            one.shows(*[f"Message {each}" for each in range(number + 1)])
        times.append(time.monotonic() - begun)
    assert statistics.median(times) < BLINK, times
    # Each account has sent half of them.
    for one in front_ends:
        one.has_unread(4)
    front_ends[0].mark_read()
    for one in front_ends:
        one.has_unread(0 if one.account == ACCOUNTS[0] else 4)


def test_messages_of_a_room_that_an_account_joins_count(front_ends, database):
    (identifier,), = database.rows("INSERT INTO svvs.room (name) VALUES ('new') RETURNING id")
    counts = {"12345": 4, "hanako": 3}
    for account in sorted(set(ACCOUNTS)):
        database.run("INSERT INTO svvs.member (roomID, accountID) VALUES (%s, %s)", identifier, account)
    for one in front_ends:
        wait(one.connection, lambda: len(one.connection.state(one.rooms)["rooms"]) == counts[one.account])
    for count in (1, 2):
        database.run(
            "INSERT INTO svvs.message (roomID, accountID, body, sentAt) VALUES (%s, 'test', 'hello', 0)", identifier)
        for one in front_ends:
            wait(one.connection, lambda: unread(one.connection, one.rooms, "new") == count)


def test_a_killed_server_loses_no_message_that_was_answered(front_ends, database):
    sent = []
    for number in range(8):
        sender = front_ends[number % 4]
        sender.send(f"Message {number}")
        sent.append(f"Message {number}")
        if number % 3 == 1:
            database.cluster.kill()
            database.cluster.start()
            # The error disappears in all of them without a request.
            for one in front_ends:
                wait(one.connection, lambda: one.connection.holds(one.room, errorMessage=None))
        for one in front_ends:
            one.shows(*sent)
    # The earlier messages are in another room.
    query = "SELECT body FROM svvs.message JOIN svvs.room ON room.id = roomID WHERE name = %s ORDER BY message.id"
    kept = database.rows(query, SMALL_TALK)
    assert [body for body, in kept] == sent


def test_marking_as_read_succeeds_while_many_messages_arrive(start, database):
    server = start("--database", database.url(), "--language", "en")
    log_in(server, ACCOUNTS[0])
    database.run("INSERT INTO svvs.message (roomID, accountID, body, sentAt) "
                 "SELECT %s, %s, 'unread', 0 FROM generate_series(1, 400000)", SMALL_TALK_ID, ACCOUNTS[1])
    oldest = database.rows("SELECT id FROM svvs.message WHERE roomID = %s ORDER BY id LIMIT 3", SMALL_TALK_ID)
    room = open_room(server, SMALL_TALK)
    is_over, sent = threading.Event(), []
    sender = threading.Thread(target=send_until, args=[is_over, sent, database])
    sender.start()
    try:
        for number, in oldest:
            server.call("markRead", {"view": room, "upTo": number})
            assert server.state(room)["errorMessage"] is None
    finally:
        is_over.set()
        sender.join()
    assert len(sent) > 1


def send_until(is_over, sent, database):
    """Sends up to fifty messages a second, in transactions like those of a server."""
    with database.connect() as connection:
        while not is_over.wait(0.02):
            with contextlib.suppress(psycopg.errors.SerializationFailure):
                with connection.transaction():
                    connection.execute("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE")
                    connection.execute("UPDATE svvs.room SET name = name WHERE id = %s", [SMALL_TALK_ID])
                    connection.execute("INSERT INTO svvs.message (roomID, accountID, body, sentAt) "
                                       "VALUES (%s, %s, 'more', 0)", [SMALL_TALK_ID, ACCOUNTS[1]])
                sent.append(time.monotonic())
