"""A server with the pages that show what the database holds, and what the tables themselves say of it."""
from __future__ import annotations

import json

from database import add_note, contents, favorite_ids, ids, open_menu, open_notes, wait
from rooms import OUTCOME_UNKNOWN, Outcome

USER, SEED = "12345", "新着情報"
UNREACHABLE = "The database cannot be reached; try again later"
INSERT = f"INSERT INTO svvs.note (userID, content) VALUES ('{USER}', %s)"


class Pages:
    def __init__(self, server, retries=False):
        """With `retries`, tries until the database allows it."""
        self.server = server
        while not self._open():
            assert retries, f"the pages cannot be opened: {server.views}"

    def _open(self):
        server = self.server
        login = server.open("login")
        server.call("login", {"view": login, "userId": USER, "password": "password"})
        if not server.holds(login, loginState="loggedIn"):
            return False
        self.notes, self.menu, self.settings = open_notes(server), open_menu(server), server.open("counterSettings")
        return self.error(self.notes) is self.error(self.menu) is None

    # Contents of the views

    @property
    def shown(self):
        return (contents(self.server, self.notes), sorted(favorite_ids(self.server, self.menu)),
                self.server.state(self.settings)["startCount"])

    @property
    def texts(self):
        return self.shown[0]

    @property
    def ids(self):
        return ids(self.server, self.menu)

    def error(self, view):
        return self.server.state(view)["errorMessage"]

    def wait(self, condition):
        """Reads server-initiated messages until the condition holds."""
        wait(self.server, condition)

    def show(self, *texts):
        """Waits, and asks for nothing, until these notes are there."""
        self.wait(lambda: self.texts == list(texts))

    # Writes: each returns why it failed, or None

    def add(self, text):
        add_note(self.server, self.notes, text)
        return self.error(self.notes)

    def send(self, text):
        """Adds a note, and returns the outcome. An error beside an empty draft is an error of reading."""
        self.add(text)
        if self.server.holds(self.notes, draft=""):
            return Outcome.MADE
        assert self.error(self.notes), "the draft stays without a reason"
        return Outcome.UNKNOWN if self.error(self.notes) == OUTCOME_UNKNOWN else Outcome.REFUSED

    def delete(self, text):
        note = next(one for one in self.server.state(self.notes)["notes"] if one["content"] == text)
        self.server.call("delete", {"view": self.notes, "id": note["id"]})
        return self.error(self.notes)

    def toggle(self, identifier):
        self.server.call("toggleFavorite", {"view": self.menu, "id": identifier})
        return self.error(self.menu)

    def set_start(self, count):
        self.server.call("setStartCount", {"view": self.settings, "count": count})
        return self.error(self.settings)


def truth(database):
    """The same as `Pages.shown`, by the tables."""
    notes = database.rows(
        "SELECT content FROM svvs.note WHERE userID = %s AND NOT isDeleted ORDER BY id", USER)
    favorites = database.rows("SELECT smoothieID FROM svvs.favorite")
    start = database.rows("SELECT value FROM svvs.setting WHERE name = 'startCount'")
    return ([text for text, in notes], sorted(one for one, in favorites), json.loads(start[0][0]) if start else 0)
