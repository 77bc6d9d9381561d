"""Sends in one room while another program has locked the row of another room."""
import statistics
import time

from conditions import wait_until
from database import put, wait
from rooms import SMALL_TALK_ID, Outcome, Room

LOCKED_ID = 1
SENT = 40


class LockedRoom:
    """Sends messages to a room, one at a time, without waiting for their outcome."""

    def __init__(self, server):
        self.server, self.view = server, server.open("room", params={"id": LOCKED_ID})
        wait(server, lambda: server.holds(self.view, isLoading=False))
        self.sent, self.call = 0, None

    def keep_sending(self):
        if self.call is None or self.server.answered(self.call):
            self.sent += 1
            put(self.server, self.view, draft=f"held up {self.sent}")
            self.call = self.server.request("send", {"view": self.view})


def test_a_locked_room_delays_no_sends_to_another(start, database):
    rooms = [Room(start("--database", database.url(), "--language", "en")) for _ in range(2)]
    locked = LockedRoom(rooms[0].server)
    times = {room: [] for room in rooms}
    with database.transaction(f"SELECT 1 FROM svvs.room WHERE id = {LOCKED_ID} FOR UPDATE"):
        for number in range(SENT):
            locked.keep_sending()
            for room in rooms:
                begun = time.monotonic()
                assert room.send(f"{number} of {rooms.index(room)}") is Outcome.MADE
                times[room].append(time.monotonic() - begun)
        assert not locked.server.answered(locked.call)
    beside, alone = (statistics.median(times[room]) for room in rooms)
    print(f"a send takes {beside * 1e3:.1f} ms beside the locked room and {alone * 1e3:.1f} ms in another process: "
          f"{alone / beside:.2f} times as many a second")
    assert beside < 3 * alone


def test_sends_to_a_room_that_was_locked_are_there_in_order(start, database):
    server = start("--database", database.url(), "--language", "en")
    room = Room(server)
    views = [room.view, *(server.open("room", params={"id": SMALL_TALK_ID}) for _ in range(7))]
    with database.transaction(f"SELECT 1 FROM svvs.room WHERE id = {SMALL_TALK_ID} FOR UPDATE"):
        calls = []
        for number, view in enumerate(views):
            put(server, view, draft=f"message {number}")
            calls.append(server.request("send", {"view": view}))
        wait_until(lambda: database.rows("SELECT 1 FROM pg_locks WHERE NOT granted"))
    for call in calls:
        server.result(call)
    assert room.bodies[-8:] == [f"message {number}" for number in range(8)]
