"""Rooms of the chat as an account sees them, with the outcomes of messages that are sent."""
from __future__ import annotations

import enum

from chat_steps import bodies
from conversation import Refused
from database import put, wait

ACCOUNT, ALL_ID, SMALL_TALK_ID = "12345", 1, 2
OUTCOME_UNKNOWN = "The connection to the database was lost: the change may or may not have been made"


class Outcome(enum.IntEnum):
    """The outcome of a write as the app reports it; of several attempts with one retry key, the greatest. A write is
    lost if the process ended before it reported anything."""
    REFUSED, UNKNOWN, MADE, LOST = range(4)


class Room:
    def __init__(self, server, retries=False, identifier=SMALL_TALK_ID):
        """With `retries`, tries until the database allows it."""
        self.server, self.chat, self.identifier = server, server.open("chat"), identifier
        while not self._open():
            assert retries, f"the room cannot be opened: {server.views}"

    def _open(self):
        server = self.server
        server.call("logIn", {"view": self.chat, "id": ACCOUNT, "password": "password"})
        try:
            self.view = server.open("room", params={"id": self.identifier})
        except Refused:
            return False
        wait(server, lambda: server.holds(self.view, isLoading=False))
        return True

    @property
    def bodies(self):
        return bodies(self.server, self.view)

    @property
    def error(self):
        return self.server.state(self.view)["errorMessage"]

    def send(self, body):
        """Sends a message, and returns the outcome. An error beside an empty draft is an error of reading."""
        put(self.server, self.view, draft=body)
        self.server.call("send", {"view": self.view})
        if self.server.holds(self.view, draft=""):
            return Outcome.MADE
        assert self.error, "the draft stays without a reason"
        return Outcome.UNKNOWN if self.error == OUTCOME_UNKNOWN else Outcome.REFUSED


def sent(database, identifier=SMALL_TALK_ID):
    """All messages of a room in the tables, oldest first."""
    rows = database.rows("SELECT body FROM svvs.message WHERE roomID = %s ORDER BY id", identifier)
    return [body for body, in rows]
