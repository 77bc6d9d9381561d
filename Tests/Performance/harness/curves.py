"""A curve: the same work at several sizes, and whether it grows faster than it has a right to."""
from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from .figures import Figure, Goal
from .turns import medians

Span = tuple[int, int]


def constant(size: int) -> float:
    """The right of what should not notice the size at all."""
    return 1


def proportional(size: int) -> float:
    """The right of what has to touch all of it."""
    return size


@dataclass(frozen=True)
class Curve:
    """Times at rising sizes, measured in turn: `times[size][round]`.

    `work` says how much there is to do at a size, so that what is left is the growth beyond that; `sizes` is what is
    counted.
    """

    what: str
    unit: str
    sizes: str
    times: dict[int, list[float]]
    work: Callable[[int], float] = constant

    def growth(self, small: int, large: int) -> float:
        """How much more the larger size takes for the same work: the median of the rounds."""
        right = self.work(large) / self.work(small)
        pairs = zip(self.times[small], self.times[large], strict=True)
        return statistics.median(later / earlier / right for earlier, later in pairs)

    def steepest(self) -> Span:
        """The step from one point to the next that grows most."""
        return max(itertools.pairwise(sorted(self.times)), key=lambda span: self.growth(*span))

    def highest(self) -> Span:
        """The first point and that which is highest above it."""
        first, *others = sorted(self.times)
        return max(((first, other) for other in others), key=lambda span: self.growth(*span))

    def figure(self, span: Span, goal: Goal | None = None) -> Figure:
        """The points side by side, and the growth over a part of them."""
        samples = {f"{size:,}": times for size, times in sorted(self.times.items())}
        return Figure(self.what, self.unit, medians(samples), self.growth(*span), goal=goal, samples=samples,
                      result_of=self.name(span))

    def remark(self, what: str, span: Span, goal: Goal | None = None) -> Figure:
        """The growth over another part of the same points."""
        return Figure(what, "", {}, self.growth(*span), goal=goal, result_of=self.name(span))

    def name(self, span: Span) -> str:
        small, large = span
        return f"{large:,} : {small:,} {self.sizes}"
