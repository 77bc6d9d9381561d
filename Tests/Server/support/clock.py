"""Checks that the connections of one process agree on each value, commit by commit."""
from __future__ import annotations

import bisect
import collections
import dataclasses

from broken_promise import require
from json_values import same


@dataclasses.dataclass
class Period:
    """The time for which one open view shows a property or fact on one connection, and its values by commit."""
    connection: int
    view: str
    sleeps: bool
    commits: list = dataclasses.field(default_factory=list)
    values: list = dataclasses.field(default_factory=list)
    # The last commit up to which all changes were received; None while the view is open.
    end: int | None = None

    def add(self, commit, value):
        if self.commits and self.commits[-1] == commit:
            self.commits.pop()
            self.values.pop()
        self.commits.append(commit)
        self.values.append(value)

    def at(self, commit):
        """The value as of a commit, which is not before the first."""
        return self.values[bisect.bisect(self.commits, commit) - 1]


class Clock:
    def __init__(self):
        self.periods = {}
        self.count = 0

    def connected(self):
        """The number of a new connection."""
        self.count += 1
        return self.count

    def begin(self, thing, period):
        self.periods.setdefault(thing, []).append(period)
        return period

    def check(self):
        """Checks that at each commit all connections that read all the time hold equal values. A connection that sleeps
        receives fewer changes, but these have to be equal to those of the others."""
        for thing, periods in self.periods.items():
            changes = sorted(((commit, value, period) for period in periods
                           for commit, value in zip(period.commits, period.values)),
                          key=lambda one: one[0])
            # Only a few of thousands of periods go on at one commit.
            coming = collections.deque(sorted((one for one in periods if one.commits and not one.sleeps),
                                              key=lambda one: one.commits[0]))
            awake = []
            for commit, value, period in changes:
                while coming and coming[0].commits[0] <= commit:
                    awake.append(coming.popleft())
                awake = [one for one in awake if one.end is None or commit <= one.end]
                for other in awake:
                    self._compare(thing, commit, value, period, other)

    @staticmethod
    def _compare(thing, commit, value, period, other):
        held = other.at(commit)
        require(same(held, value), 9,
                f"{thing} is {value!r} as of commit {commit} in {period.view} on connection {period.connection}, and "
                f"{held!r} in {other.view} on connection {other.connection}")
