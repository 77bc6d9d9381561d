"""The cost of a message in a room of many members."""
import statistics
import time

import pytest

from rooms import SMALL_TALK_ID, Outcome, Room

MEMBERS = 10_000
# Seconds, of a build that is not optimised, on a machine that does other things: much less than the 0.3 s that
# 20,000 changed rows take.
LONGEST = 0.15
SENT = 15

JOIN = f"""
INSERT INTO svvs."user" (id, name) SELECT 'u' || n, 'User ' || n FROM generate_series(1, {MEMBERS}) n;
INSERT INTO svvs.member (roomID, accountID) SELECT {SMALL_TALK_ID}, 'u' || n FROM generate_series(1, {MEMBERS}) n"""


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
