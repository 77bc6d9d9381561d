"""Writers that remember what they were answered, so that it can be held against the tables in the end."""
from __future__ import annotations

import contextlib
import itertools
import threading
import time

import psycopg

from pages import INSERT, Pages
from streams import Ended

# So many notes of one writer at once: each change sends them all.
MOST = 12


class Writer(threading.Thread):
    """Writes in a thread of its own until it is told to stop; what goes wrong there is raised by `finish`."""

    def __init__(self, name, choose):
        super().__init__(daemon=True)
        self.label, self.choose, self.numbers = name, choose, itertools.count()
        # Texts whose addition, or deletion, was answered, and those of which nobody knows.
        self.added, self.deleted, self.maybe_added, self.maybe_deleted = set(), set(), set(), set()
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
    def kept(self):
        """Texts that are surely there."""
        return self.added - self.deleted - self.maybe_deleted

    def text(self):
        return f"{self.label}, {next(self.numbers)}"

    def add(self, texts, write):
        """Notes what becomes of an addition; it is unknown if the writing itself breaks off."""
        self.maybe_added |= texts
        if write() is None:
            self.maybe_added -= texts
            self.added |= texts

    def delete(self, texts, write):
        self.maybe_deleted |= texts
        if write() is None:
            self.maybe_deleted -= texts
            self.deleted |= texts

    def check(self, texts):
        """Holds the notes of the tables against what was answered."""
        mine = {one for one in texts if one.startswith(f"{self.label}, ")}
        assert self.kept <= mine, f"lost: {self.kept - mine}"
        assert not mine & self.deleted, f"still there: {mine & self.deleted}"
        assert mine <= self.added | self.maybe_added, f"never written: {mine - self.added - self.maybe_added}"


class Process(Writer):
    """A process of svvs, used through its pages; killed, it is started again."""

    def __init__(self, number, choose, launch):
        super().__init__(f"Process {number}", choose)
        self.number, self.launch = number, launch
        # Of the favourites that no other process touches: whether each is one, or None.
        self.favorites = {}
        self.begin()

    def begin(self):
        self.page = Pages(self.launch(), patiently=True)
        self.mine = self.page.ids[2 * self.number:2 * self.number + 2]

    def step(self):
        try:
            self.choose.choice([self.write_note, self.toggle, self.set_start])()
        except (Ended, BrokenPipeError):
            self.begin()
            # What was answered before shows at once.
            self.check(self.page.texts)

    def write_note(self):
        page, shown = self.page, sorted(self.kept & set(self.page.texts))
        if len(shown) < MOST:
            text = self.text()
            self.add({text}, lambda: page.add(text))
            assert text in page.texts or text not in self.added, self.unfenced(text)
        else:
            text = self.choose.choice(shown)
            self.delete({text}, lambda: page.delete(text))
            assert text not in page.texts or text not in self.deleted, self.unfenced(text)

    def unfenced(self, text):
        return f"answered before it shows: {text!r} of {self.page.server.messages[-6:]}; {self.page.server.errors}"

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


class Program(Writer):
    """Another program, which writes notes by twos, each pair in one transaction."""

    def __init__(self, choose, database):
        super().__init__("Program", choose)
        self.database, self.pairs = database, []

    def step(self):
        if len(self.pairs) < MOST // 2:
            pair = {self.text(), self.text()}
            self.add(pair, lambda: self.transact(INSERT, pair))
            if pair <= self.added:
                self.pairs.append(pair)
        else:
            pair = self.pairs.pop(self.choose.randrange(len(self.pairs)))
            self.delete(pair, lambda: self.transact("DELETE FROM svvs.note WHERE content = %s", pair))

    def transact(self, statement, values):
        """Returns what went wrong."""
        try:
            with self.database.connect(connect_timeout=2) as connection, connection.transaction():
                for value in values:
                    connection.execute(statement, [value])
        except psycopg.Error as error:
            return error
        return None
