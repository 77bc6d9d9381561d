"""A curve: the time of the same work at several sizes, and whether it grows faster than permitted."""
from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from .figures import Figure, Goal
from .turns import medians

Span = tuple[int, int]


def constant(size: int) -> float:
    """The permitted growth of work that should not depend on the size."""
    return 1


def proportional(size: int) -> float:
    """The permitted growth of work that has to process everything."""
    return size


@dataclass(frozen=True)
class Curve:
    """Times at rising sizes, measured in turn: `times[size][round]`.

    `work` is the amount of work at a size; the growth is that of the time for the same amount. `sizes` is the unit of
    the sizes.
    """

    what: str
    unit: str
    sizes: str
    times: dict[int, list[float]]
    work: Callable[[int], float] = constant

    def growth(self, small: int, large: int) -> float:
        """The factor by which the larger size takes longer for the same work: the median of the rounds."""
        permitted = self.work(large) / self.work(small)
        pairs = zip(self.times[small], self.times[large], strict=True)
        return statistics.median(later / earlier / permitted for earlier, later in pairs)

    def steepest(self) -> Span:
        """The step from one point to the next that grows most."""
        return max(itertools.pairwise(sorted(self.times)), key=lambda span: self.growth(*span))

    def highest(self) -> Span:
        """The first point and the one with the largest growth from it."""
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
