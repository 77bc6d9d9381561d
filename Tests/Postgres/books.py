"""The replies that a writer received for its texts, to be compared with the tables."""
from __future__ import annotations

import itertools

from rooms import Outcome


class Book:
    """Of texts with one label: those whose addition, or deletion, was answered, or refused, and those of which nobody
    knows; what is being written when its writer ends is one of these."""

    def __init__(self, label):
        self.label, self._numbers = label, itertools.count()
        self.added, self.refused, self.maybe_added = set(), set(), set()
        self.deleted, self.maybe_deleted = set(), set()

    @property
    def kept(self):
        """Texts that are surely there."""
        return self.added - self.deleted - self.maybe_deleted

    def text(self):
        """A new one."""
        return f"{self.label}, {next(self._numbers)}"

    def add(self, texts, write):
        """Notes what becomes of an addition, as `write` returns it."""
        self.maybe_added |= texts
        outcome = write()
        if outcome is not Outcome.UNKNOWN:
            self.maybe_added -= texts
            (self.added if outcome is Outcome.MADE else self.refused).update(texts)

    def delete(self, texts, write):
        self.maybe_deleted |= texts
        if write() is Outcome.MADE:
            self.maybe_deleted -= texts
            self.deleted |= texts

    def check(self, texts):
        """Holds what is there against what was answered."""
        mine = {one for one in texts if one.startswith(f"{self.label}, ")}
        assert self.kept <= mine, f"lost: {self.kept - mine}"
        assert not mine & self.deleted, f"still there: {mine & self.deleted}"
        assert not mine & self.refused, f"written though refused: {mine & self.refused}"
        assert mine <= self.added | self.maybe_added, f"never written: {mine - self.added - self.maybe_added}"

    def __str__(self):
        return f"{self.label}: {len(self.added)} written, {len(self.refused)} refused, {len(self.maybe_added)} unknown"
