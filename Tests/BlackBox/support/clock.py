"""Checks that the connections of one process agree on each value, commit by commit."""
from __future__ import annotations

import bisect
import collections
import dataclasses

from broken_promise import require
from json_values import same

# What a view that is told of changes by signals holds of a value after one.
UNKNOWN = object()


@dataclasses.dataclass
class Period:
    """The time for which one open view shows a thing to one connection, and its values from certain commits on."""
    connection: int
    view: str
    sleeps: bool
    commits: list = dataclasses.field(default_factory=list)
    values: list = dataclasses.field(default_factory=list)
    # Until which commit everything has come; none while it goes on.
    end: int | None = None

    def note(self, commit, value):
        if self.commits and self.commits[-1] == commit:
            self.commits.pop()
            self.values.pop()
        self.commits.append(commit)
        self.values.append(value)

    def at(self, commit):
        """The value as of a commit; unknown before the first."""
        index = bisect.bisect(self.commits, commit) - 1
        return self.values[index] if index >= 0 else UNKNOWN


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
        """Of those who read all the time, each has at each commit what any other was sent as of it. Who sleeps is sent
        less often, and then what is true."""
        for thing, periods in self.periods.items():
            told = sorted(((commit, value, period) for period in periods
                           for commit, value in zip(period.commits, period.values) if value is not UNKNOWN),
                          key=lambda one: one[0])
            # Of thousands of periods, few go on at any commit.
            coming = collections.deque(sorted((one for one in periods if one.commits and not one.sleeps),
                                              key=lambda one: one.commits[0]))
            awake = []
            for commit, value, period in told:
                while coming and coming[0].commits[0] <= commit:
                    awake.append(coming.popleft())
                awake = [one for one in awake if one.end is None or commit <= one.end]
                for other in awake:
                    self._compare(thing, commit, value, period, other)

    @staticmethod
    def _compare(thing, commit, value, period, other):
        held = other.at(commit)
        require(held is UNKNOWN or same(held, value), 9,
                f"{thing} is {value!r} as of commit {commit} in {period.view} on connection {period.connection}, and "
                f"{held!r} in {other.view} on connection {other.connection}")
