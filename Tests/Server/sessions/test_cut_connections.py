"""A connection that is cut at any byte, in either direction, loses nothing: no call is lost, and none runs twice.

SVVS_CUTS is the number of cuts, SVVS_SEED the seed of their positions and of the calls between them.
"""
import os
import random

import pytest

from attach_process import Mortal
from cutting_proxy import Cutter
from kept_client import SESSION, KeptClient
from socket_server import Connection

CUTS = int(os.environ.get("SVVS_CUTS", 200))
SEED = int(os.environ.get("SVVS_SEED", 20220714))
# Bytes: some cuts come before the join, most of them between calls.
SENT, RECEIVED = 4000, 12000
KILLS = 25


@pytest.fixture
def server(listen):
    return listen()


@pytest.fixture
def cutter(server, folder):
    cutter = Cutter(folder.path / "cut.sock", server.path)
    yield cutter
    cutter.stop()


def draw_limits(choose):
    return (choose.randrange(SENT), None) if choose.random() < 0.5 else (None, choose.randrange(RECEIVED))


class Story:
    """A client whose connection is cut, and a witness in the same session whose connection is not."""

    def __init__(self, server, connect, choose):
        self.client, self.witness = KeptClient(connect, choose), server.connect()
        opening = server.connect()
        self.client.begin(opening)
        self.witness.join(SESSION)
        opening.close()

    def live(self):
        self.client.live()
        # Waits for all earlier changes.
        self.witness.call("session/list")

    def finish(self, server):
        """Checks that both hold the same state in the end."""
        self.client.finish()
        self.witness.call("session/list")
        views = self.client.connection.views
        assert {name: view.state for name, view in self.witness.views.items()} == {
            name: view.state for name, view in views.items()}
        self.client.connection.close()
        assert "Fatal" not in server.errors


@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
def test_no_call_is_lost_or_run_twice_wherever_the_connection_is_cut(server, cutter, framing):
    choose = random.Random(f"{SEED} {framing}")
    story = Story(server, lambda: Connection(cutter.path, framing), choose)
    while cutter.count < CUTS // 2:
        cutter.limits = draw_limits(choose)
        story.live()
    cutter.limits = None, None
    story.finish(server)
    client = story.client
    assert client.joins > cutter.count / 2 and client.compared > cutter.count and client.done.total() > cutter.count


@pytest.mark.parametrize("framing", ["ndjson", "content-length"])
def test_nothing_is_lost_when_clients_are_killed_in_the_middle_of_a_line(server, framing):
    choose = random.Random(f"{SEED} {framing}")
    lives = [choose.randrange(SENT) for _ in range(KILLS)]
    story = Story(server, lambda: Mortal(lives.pop() if lives else None, server.path, framing=framing), choose)
    while lives:
        story.live()
    story.finish(server)
    assert story.client.joins > KILLS / 2 and story.client.done.total() > KILLS
