"""Writers that remember what they were answered, so that it can be held against the tables in the end."""
from __future__ import annotations

import contextlib
import itertools
import signal
import threading
import time

import psycopg

from books import Book
from pages import INSERT, Pages
from rooms import Outcome, Room
from streams import Ended

# So many notes of one writer at once: each change sends them all.
MOST = 12


class Writer(threading.Thread):
    """Writes in a thread of its own until it is asked to stop; what goes wrong there is raised by `finish`."""

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


class Process(Writer):
    """A process of svvs, used through its pages; killed, it is started again."""

    def __init__(self, number, choose, launch):
        super().__init__(f"Process {number}", choose)
        self.number, self.launch, self.numbers = number, launch, itertools.count()
        self.messages = Book(f"Message of {number}")
        # Of the favourites that no other process touches: whether each is one, or None.
        self.favorites = {}
        self.begin()

    def begin(self):
        """Opens its pages, also if it is killed before they are open."""
        while True:
            self.server = self.launch()
            try:
                self.page, self.room = Pages(self.server, patiently=True), Room(self.server, patiently=True)
                self.mine = self.page.ids[2 * self.number:2 * self.number + 2]
                return
            except (Ended, BrokenPipeError):
                self.check_end()

    def check_end(self):
        """Nothing but a kill ends it."""
        assert self.server.wait() == -signal.SIGKILL, self.server.errors

    def step(self):
        try:
            self.choose.choice([self.write_note, self.send_message, self.toggle, self.set_start])()
        except (Ended, BrokenPipeError):
            self.check_end()
            self.begin()
            # What was answered before shows at once.
            self.notes.check(self.page.texts)

    def write_note(self):
        page, notes, shown = self.page, self.notes, sorted(self.notes.kept & set(self.page.texts))
        if len(shown) < MOST:
            text = notes.text()
            notes.add({text}, lambda: page.send(text))
            # Beside an error of reading, not all can be shown.
            assert text in page.texts or text not in notes.added or page.error(page.notes), self.unfenced(text)
        else:
            text = self.choose.choice(shown)
            notes.delete({text}, lambda: outcome(page.delete(text)))
            assert text not in page.texts or text not in notes.deleted, self.unfenced(text)

    def send_message(self):
        text = self.messages.text()
        self.messages.add({text}, lambda: self.room.send(text))
        assert text in self.room.bodies or text not in self.messages.added or self.room.error, self.unfenced(text)

    def unfenced(self, text):
        return f"answered before it shows: {text!r} of {self.server.messages[-6:]}; {self.server.errors}"

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


def outcome(error):
    """Of a page where any error, also one of reading, leaves it open whether something was written."""
    return Outcome.UNKNOWN if error else Outcome.MADE


class Program(Writer):
    """Another program, which writes notes by twos, each pair in one transaction."""

    def __init__(self, choose, database):
        super().__init__("Program", choose)
        self.database, self.pairs = database, []

    def step(self):
        if len(self.pairs) < MOST // 2:
            pair = {self.notes.text(), self.notes.text()}
            self.notes.add(pair, lambda: self.transact(INSERT, pair))
            if pair <= self.notes.added:
                self.pairs.append(pair)
        else:
            pair = self.pairs.pop(self.choose.randrange(len(self.pairs)))
            self.notes.delete(pair, lambda: self.transact("DELETE FROM svvs.note WHERE content = %s", pair))

    def transact(self, statement, values):
        with contextlib.suppress(psycopg.Error):
            with self.database.connect(connect_timeout=2) as connection, connection.transaction():
                for value in values:
                    connection.execute(statement, [value])
            return Outcome.MADE
        return Outcome.UNKNOWN
