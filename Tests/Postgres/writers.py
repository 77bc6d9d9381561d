"""Writers that keep the outcomes of their writes, so that these can be compared with the tables."""
from __future__ import annotations

import contextlib
import itertools
import signal
import threading
import time

import psycopg

from books import Book
from conversation import Refused
from pages import INSERT, Pages
from rooms import ALL_ID, SMALL_TALK_ID, Outcome, Room
from streams import Ended

# So many notes of one writer at once: each change sends them all.
MOST = 12
# So many messages of a process are shown with an error.
LATEST = 6
# The probability that an impatient user tries again what was not made.
IMPATIENCE = 0.5
# The end of a process in the middle of a conversation: calls in progress are cancelled if it was asked to end.
ENDS = Ended, BrokenPipeError, Refused
# The exit status of a process that was asked to end, and of one that was killed.
STATUSES = [0, -signal.SIGKILL]


class Writer(threading.Thread):
    """Writes in a thread of its own until `finish`, which raises what has gone wrong there."""

    def __init__(self, name, choose):
        super().__init__(daemon=True)
        self.label, self.choose, self.notes = name, choose, Book(name)
        self._is_over, self._fault = threading.Event(), None

    def run(self):
        try:
            while not self._is_over.is_set():
                self.step()
                time.sleep(self.choose.uniform(0, 0.05))
        except BaseException as fault:
            self._fault = fault

    def finish(self):
        self._is_over.set()
        self.join()
        if self._fault:
            raise self._fault

    @property
    def books(self):
        return [self.notes]


class Process(Writer):
    """A process of svvs and its user, who tries again what was not made. It is started again when it has ended."""

    def __init__(self, number, choose, launch, impatience=IMPATIENCE):
        super().__init__(f"Process {number}", choose)
        self.number, self.launch, self.impatience, self.numbers = number, launch, impatience, itertools.count()
        self.messages = Book(f"Message of {number}")
        self.steps = [self.write_note, self.send_message, self.toggle, self.set_start]
        # The favourites that no other process touches: whether each is one; None if that is not known.
        self.favorites = {}
        self.begin()

    @property
    def books(self):
        return [self.notes, self.messages]

    def begin(self):
        """Starts the process and opens its pages, again if it ends before they are open."""
        while True:
            self.server = self.launch()
            try:
                self.page = Pages(self.server, patiently=True)
                self.rooms = [Room(self.server, patiently=True, identifier=one) for one in (ALL_ID, SMALL_TALK_ID)]
                self.mine = self.page.ids[2 * self.number:2 * self.number + 2]
                return
            except ENDS as end:
                self.check_end(end)

    def check_end(self, end):
        """The process ends only if it is killed, or asked to end."""
        assert not isinstance(end, Refused) or end.error["data"].get("reason") == "shutdown", end
        with contextlib.suppress(Ended):
            self.server.read_rest()
        assert self.server.wait() in STATUSES, self.server.errors

    def step(self):
        self.forget()
        try:
            self.choose.choice(self.steps)()
        except ENDS as end:
            self.check_end(end)
            self.begin()
            # What was answered before shows at once.
            self.notes.check(self.page.texts)

    def forget(self):
        """Forgets what the process has sent, except for the last messages: a long storm fills gigabytes."""
        self.server.everything.clear()
        del self.server.messages[:-LATEST]

    def add(self, book, send):
        """Adds a text as an impatient user does, under the same retry key for as long as the process runs."""
        text = book.text(again=self.is_impatient())
        return text, book.add({text}, lambda: self.persist(book, lambda: send(text)))

    def persist(self, book, write):
        outcome = latest = write()
        while outcome is not Outcome.MADE and self.is_impatient():
            book.retries[latest] += 1
            latest = write()
            outcome = max(outcome, latest)
        return outcome

    def is_impatient(self):
        return self.choose.random() < self.impatience

    def write_note(self):
        page, notes, shown = self.page, self.notes, sorted(self.notes.kept & set(self.page.texts))
        if len(shown) < MOST:
            text, outcome = self.add(notes, page.send)
            # Beside an error of reading, not all can be shown.
            assert text in page.texts or outcome is not Outcome.MADE or page.error(page.notes), self.unfenced(text)
        else:
            text = self.choose.choice(shown)
            outcome = notes.delete({text}, lambda: outcome_beside(page.delete(text)))
            assert text not in page.texts or outcome is not Outcome.MADE, self.unfenced(text)

    def send_message(self):
        room = self.choose.choice(self.rooms)
        text, outcome = self.add(self.messages, room.send)
        assert text in room.bodies or outcome is not Outcome.MADE or room.error, self.unfenced(text)

    def unfenced(self, text):
        return f"answered before it shows: {text!r} of {self.server.messages[-LATEST:]}; {self.server.errors}"

    def toggle(self):
        chosen = self.choose.choice(self.mine)
        self.favorites[chosen] = None
        if self.page.toggle(chosen) is None:
            self.favorites[chosen] = chosen in self.page.shown[1]

    def set_start(self):
        self.page.set_start(10 * next(self.numbers) + self.number)

    def check_favorites(self, favorites):
        for chosen, is_one in self.favorites.items():
            assert is_one is None or is_one == (chosen in favorites), f"{self.label}: {chosen} is {is_one}"


def outcome_beside(error):
    """The outcome of a write on a page where any error, also one of reading, leaves it open."""
    return Outcome.UNKNOWN if error else Outcome.MADE


class Program(Writer):
    """Another program, which writes notes by twos, each pair in one transaction. It uses the search path of the
    database, and is not misled by it."""

    def __init__(self, choose, database):
        super().__init__("Program", choose)
        self.database, self.pairs = database, []

    def step(self):
        if len(self.pairs) < MOST // 2:
            pair = {self.notes.text(), self.notes.text()}
            if self.notes.add(pair, lambda: self.transact(INSERT, pair)) is Outcome.MADE:
                self.pairs.append(pair)
        else:
            pair = self.choose.choice(self.pairs)
            delete = "DELETE FROM svvs.note WHERE content OPERATOR(pg_catalog.=) %s"
            if self.notes.delete(pair, lambda: self.transact(delete, pair)) is not Outcome.REFUSED:
                self.pairs.remove(pair)

    def transact(self, statement, values):
        """Only a failure of the commit leaves the outcome open."""
        outcome = Outcome.REFUSED
        with (contextlib.suppress(psycopg.Error),
              self.database.connect(connect_timeout=2, options="") as connection):
            connection.execute("BEGIN")
            for value in values:
                connection.execute(statement, [value])
            outcome = Outcome.UNKNOWN
            connection.execute("COMMIT")
            outcome = Outcome.MADE
        return outcome
