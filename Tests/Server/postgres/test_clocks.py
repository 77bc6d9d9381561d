"""Processes whose clocks differ: messages have the order and the time of the database."""
from datetime import datetime, timedelta, timezone

import pytest

import server as driver
from database import wait
from rooms import Outcome, Room

OFFSETS = [-400, 0, 3]
CLOSE = timedelta(minutes=1)


def times(room):
    """When its messages were sent, as they say."""
    return [datetime.fromisoformat(message["time"].replace("Z", "+00:00"))
            for message in room.server.state(room.view)["messages"]]


@pytest.fixture
def launch(start):
    """Starts a server whose clock is a number of days ahead, and opens a room there."""
    def launch(days, *arguments):
        return Room(start(*arguments, environment={"DONT_FAKE_MONOTONIC": "1"},
                          command=["faketime", "-f", f"{days:+}d", *driver.COMMAND]))
    return launch


@pytest.mark.parametrize("days", OFFSETS)
def test_a_process_has_the_clock_that_it_is_given(launch, days):
    """As a message says that nobody else keeps."""
    alone = launch(days)
    assert alone.send("what time is it?") is Outcome.MADE
    assert abs(times(alone)[0] - datetime.now(timezone.utc) - timedelta(days=days)) < CLOSE


def test_clocks_that_differ_change_nothing(launch, database):
    rooms = [launch(days, "--database", database.url()) for days in OFFSETS]
    expected = [f"Message {number}" for number in range(12)]
    for number, body in enumerate(expected):
        assert rooms[number % 3].send(body) is Outcome.MADE
    (now,), = database.rows("SELECT now()")
    for room in rooms:
        wait(room.server, lambda: room.bodies == expected)
        assert times(room) == sorted(times(room)) == times(rooms[0])
        assert all(abs(time - now) < CLOSE for time in times(room))
