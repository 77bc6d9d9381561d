"""A room of the chat, shown to an account: what it shows, and what it says of a message that is sent."""
from __future__ import annotations

import enum

from chat_steps import bodies
from conversation import Refused
from database import put, wait

ACCOUNT, SMALL_TALK_ID = "12345", 2
OUTCOME_UNKNOWN = "The connection to the database was lost: the change may or may not have been made"


class Outcome(enum.Enum):
    """What an app says of a write."""
    MADE, REFUSED, UNKNOWN = range(3)


class Room:
    def __init__(self, server, patiently=False):
        """Patiently: again and again, until the database lets it."""
        self.server, self.chat = server, server.open("chat")
        while not self._open():
            assert patiently, f"the room cannot be opened: {server.views}"

    def _open(self):
        server = self.server
        server.call("logIn", {"view": self.chat, "id": ACCOUNT, "password": "password"})
        try:
            self.view = server.open("room", params={"id": SMALL_TALK_ID})
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
        """What is said of it; an error beside an empty draft is one of reading."""
        put(self.server, self.view, draft=body)
        self.server.call("send", {"view": self.view})
        if self.server.holds(self.view, draft=""):
            return Outcome.MADE
        assert self.error, "the draft stays without a reason"
        return Outcome.UNKNOWN if self.error == OUTCOME_UNKNOWN else Outcome.REFUSED


def sent(database):
    """All messages of the room, oldest first, by the tables."""
    rows = database.rows("SELECT body FROM svvs.message WHERE roomID = %s ORDER BY id", SMALL_TALK_ID)
    return [body for body, in rows]
