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

# The largest number of notes of one writer, since each change sends all of them.
MOST = 12
# The number of messages of a process that an assertion shows.
LATEST = 6
# The probability that a user retries a write that was not made.
RETRY_PROBABILITY = 0.5
# The errors when a process ends during a conversation: calls in progress are refused if it was asked to end.
ENDS = Ended, BrokenPipeError, Refused
# The exit status of a process that was asked to end, and of one that was killed.
STATUSES = [0, -signal.SIGKILL]


class Writer(threading.Thread):
    """Writes in a thread of its own until `finish`, which raises the error of the thread."""

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
    """A process of svvs and its user, who retries writes. The process is started again after it has ended."""

    def __init__(self, number, choose, launch, retry_probability=RETRY_PROBABILITY):
        super().__init__(f"Process {number}", choose)
        self.number, self.launch, self.retry_probability = number, launch, retry_probability
        self.numbers = itertools.count()
        self.messages = Book(f"Message of {number}")
        self.steps = [self.write_note, self.send_message, self.toggle, self.set_start]
        # Whether each of the favourites that only this process changes is one; None if that is not known.
        self.favorites = {}
        self.begin()

    @property
    def books(self):
        return [self.notes, self.messages]

    def begin(self):
        """Starts the process and opens its pages, and does so again if the process ends before they are open."""
        while True:
            self.server = self.launch()
            try:
                self.page = Pages(self.server, retries=True)
                self.rooms = [Room(self.server, retries=True, identifier=one) for one in (ALL_ID, SMALL_TALK_ID)]
                self.mine = self.page.ids[2 * self.number:2 * self.number + 2]
                return
            except ENDS as end:
                self.check_end(end)

    def check_end(self, end):
        """Asserts that the process was killed or asked to end."""
        assert not isinstance(end, Refused) or end.error["data"].get("reason") == "shutdown", end
        with contextlib.suppress(Ended):
            self.server.read_rest()
        # The system ends a process that is asked to end before it handles signals.
        statuses = STATUSES if self.server.messages else [*STATUSES, -signal.SIGTERM]
        assert self.server.wait() in statuses, self.server.errors

    def step(self):
        self.forget()
        try:
            self.choose.choice(self.steps)()
        except ENDS as end:
            self.check_end(end)
            self.begin()
            # All writes that were answered before show at once.
            self.notes.check(self.page.texts)

    def forget(self):
        """Removes the received messages except for the last ones: in a long storm, they would fill gigabytes."""
        self.server.everything.clear()
        del self.server.messages[:-LATEST]

    def add(self, book, send):
        """Adds a text as a user who retries, under the same retry key for as long as the process runs."""
        text = book.text(again=self.will_retry())
        return text, book.add({text}, lambda: self.persist(book, lambda: send(text)))

    def persist(self, book, write):
        outcome = latest = write()
        while outcome is not Outcome.MADE and self.will_retry():
            book.retries[latest] += 1
            latest = write()
            outcome = max(outcome, latest)
        return outcome

    def will_retry(self):
        return self.choose.random() < self.retry_probability

    def write_note(self):
        page, notes, shown = self.page, self.notes, sorted(self.notes.kept & set(self.page.texts))
        if len(shown) < MOST:
            text, outcome = self.add(notes, page.send)
            # With an error of reading, the page may not show all texts.
            assert text in page.texts or outcome is not Outcome.MADE or page.error(page.notes), self.early_reply(text)
        else:
            text = self.choose.choice(shown)
            outcome = notes.delete({text}, lambda: outcome_beside(page.delete(text)))
            assert text not in page.texts or outcome is not Outcome.MADE, self.early_reply(text)

    def send_message(self):
        room = self.choose.choice(self.rooms)
        text, outcome = self.add(self.messages, room.send)
        assert text in room.bodies or outcome is not Outcome.MADE or room.error, self.early_reply(text)

    def early_reply(self, text):
        return f"replied before the change shows: {text!r} of {self.server.messages[-LATEST:]}; {self.server.errors}"

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
    """The outcome of a write on a page that also shows errors of reading, which leave it unknown."""
    return Outcome.UNKNOWN if error else Outcome.MADE


class Program(Writer):
    """Another program, which writes two notes in each transaction. It uses the search path of the database, but names
    the schemas of tables and operators."""

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
        """Returns the outcome, which is unknown only after a failure of the commit."""
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
