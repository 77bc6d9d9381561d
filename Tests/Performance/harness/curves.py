"""A curve: the same work at several sizes, and whether it grows faster than it has a right to."""
from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from .figures import Figure, Goal
from .turns import medians


def constant(size: int) -> float:
    """The right of what should not notice the size at all."""
    return 1


def proportional(size: int) -> float:
    """The right of what has to touch all of it."""
    return size


@dataclass(frozen=True)
class Curve:
    """Times at rising sizes, measured in turn: `times[size][round]`.

    `work` says how much there is to do at a size, so that what is left is the growth beyond that.
    """

    what: str
    unit: str
    times: dict[int, list[float]]
    work: Callable[[int], float] = constant

    def growth(self, small: int, large: int) -> float:
        """How much more the larger size takes for the same work: the median of the rounds."""
        right = self.work(large) / self.work(small)
        pairs = zip(self.times[small], self.times[large], strict=True)
        return statistics.median(later / earlier / right for earlier, later in pairs)

    def steepest(self) -> float:
        """The growth of the steepest step from one point to the next."""
        return max(self.growth(small, large) for small, large in itertools.pairwise(sorted(self.times)))

    def whole(self) -> float:
        """The growth from the first point to the last."""
        return self.growth(min(self.times), max(self.times))

    def figure(self, goal: Goal | None = None, result: float | None = None) -> Figure:
        """The points side by side; what counts is the steepest step, if nothing else is given."""
        samples = {f"{size:,}": times for size, times in sorted(self.times.items())}
        counted = self.steepest() if result is None else result
        return Figure(self.what, self.unit, medians(samples), counted, goal=goal, samples=samples)
