"""Processes whose clocks differ: messages have the order and the time of the database."""
from datetime import datetime, timedelta, timezone

import pytest

import server as driver
from chatting import SMALL_TALK, bodies, log_in, open_room, send
from database import wait

OFFSETS = [-400, 0, 3]
CLOSE = timedelta(minutes=1)


class Room:
    def __init__(self, server):
        self.server = server
        log_in(server, "12345")
        self.view = open_room(server, SMALL_TALK)

    def send(self, body):
        send(self.server, self.view, body)

    @property
    def times(self):
        return [datetime.fromisoformat(message["time"].replace("Z", "+00:00"))
                for message in self.server.state(self.view)["messages"]]


@pytest.fixture
def launch(start):
    """Starts a server whose clock is so many days ahead, and opens a room there."""
    def launch(days, *arguments):
        return Room(start(*arguments, environment={"DONT_FAKE_MONOTONIC": "1"},
                          command=["faketime", "-f", f"{days:+}d", *driver.COMMAND]))
    return launch


@pytest.mark.parametrize("days", OFFSETS)
def test_a_process_has_the_clock_that_it_is_given(launch, days):
    """As a message says that nobody else keeps."""
    alone = launch(days)
    alone.send("what time is it?")
    assert abs(alone.times[0] - datetime.now(timezone.utc) - timedelta(days=days)) < CLOSE


def test_clocks_that_differ_change_nothing(launch, database):
    rooms = [launch(days, "--database", database.url()) for days in OFFSETS]
    expected = [f"Message {number}" for number in range(12)]
    for number, body in enumerate(expected):
        rooms[number % 3].send(body)
    (now,), = database.rows("SELECT now()")
    for room in rooms:
        wait(room.server, lambda: bodies(room.server, room.view) == expected)
        assert room.times == sorted(room.times) == rooms[0].times
        assert all(abs(time - now) < CLOSE for time in room.times)
