"""The cost of a message in a room of many members, and beside large messages."""
import statistics
import time

import pytest

from database import wait
from rooms import SMALL_TALK_ID, Outcome, Room

MEMBERS = 10_000
# Seconds in a debug build on a busy machine: much less than the 0.3 s that 20,000 changed rows take.
LONGEST = 0.15
SENT = 15
# Messages of another room, all of them read.
OTHER_ID, READ = 1, 1_000_000
# The largest number of bytes received from the database for a short message. The 50 texts have 3,200,000.
SHORT = 50_000

JOIN = f"""
INSERT INTO svvs."user" (id, name) SELECT 'u' || n, 'User ' || n FROM generate_series(1, {MEMBERS}) n;
INSERT INTO svvs.member (roomID, accountID) SELECT {SMALL_TALK_ID}, 'u' || n FROM generate_series(1, {MEMBERS}) n"""
# Texts that cannot be compressed.
WRITE = f"""
INSERT INTO svvs.message (roomID, accountID, body, sentAt)
SELECT {SMALL_TALK_ID}, 'hanako', (SELECT string_agg(md5(m::text || n), '') FROM generate_series(1, 2048) m), 0
FROM generate_series(1, 50) n"""


@pytest.fixture
def room(start, database):
    return Room(start("--database", database.url(), "--language", "en"))


def times_of_sends(room):
    times = []
    for number in range(SENT):
        begun = time.monotonic()
        assert room.send(f"short {number}") is Outcome.MADE
        times.append(time.monotonic() - begun)
    print(f"milliseconds: {sorted(round(each * 1e3) for each in times)}")
    return times


def logged(database):
    return database.rows("SELECT count(*) FROM svvs.svvs_change")[0][0]


def test_a_message_in_a_room_of_many_members_changes_few_rows(room, database):
    database.run(JOIN)
    room.send("first")
    before = logged(database)
    times = times_of_sends(room)
    assert logged(database) - before <= 5 * SENT
    assert statistics.median(times) < LONGEST


def test_messages_that_were_read_cost_nothing_when_another_is_sent(room, database):
    room.send("first")
    alone = statistics.median(times_of_sends(room))
    database.run(f"INSERT INTO svvs.message (roomID, accountID, body, sentAt) "
                 f"SELECT {OTHER_ID}, 'hanako', 'read', 0 FROM generate_series(1, {READ})")
    database.run(f"UPDATE svvs.member SET readUpTo = (SELECT MAX(id) FROM svvs.message) WHERE roomID = {OTHER_ID}")
    database.run("VACUUM ANALYZE svvs.message")
    room.send("first after these")
    assert statistics.median(times_of_sends(room)) < 4 * alone


def test_a_short_message_beside_large_ones_reads_none_of_these(start, database, proxy):
    room = Room(start("--database", database.url(port=proxy.port), "--language", "en"))
    database.run(WRITE)
    room.server.call("view/close", {"view": room.view})
    room.server.open("room", room.view, params={"id": SMALL_TALK_ID}, delivery="patch")
    wait(room.server, lambda: len(room.bodies) == 50)
    cut = proxy.cut_after(received=SENT * SHORT)
    times_of_sends(room)
    assert not cut.is_made
