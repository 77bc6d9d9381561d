"""Measuring in turn: A B C A B C …, medians over rounds, and ratios within them.

On a machine that is busy for a second, everything measured in that second is slow. So the compared programs take turns,
a ratio is taken between measurements of the same round, and the result is the median of these ratios.
"""
from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping
from typing import TypeVar

from .figures import Figure, Goal
from .progress import doing

Name = TypeVar("Name")
Measured = TypeVar("Measured")
TIMES_IN_ROUND = 8
Samples = dict[str, list[float]]


def in_turn(works: Mapping[Name, Callable[[], Measured]], rounds: int) -> dict[Name, list[Measured]]:
    """The measurements of each work, by round."""
    samples: dict[Name, list[Measured]] = {name: [] for name in works}
    for number in range(1, rounds + 1):
        doing(f"round {number} of {rounds}")
        for name, work in works.items():
            samples[name].append(work())
    doing()
    return samples


def least_in_turn(works: Mapping[Name, Callable[[], float]], rounds: int) -> dict[Name, list[float]]:
    """The least of several times of each work in a round, all works in turn.

    A time above the least was disturbed by other processes; the shorter the work, the more often it is undisturbed.
    """
    samples = in_turn(works, rounds * TIMES_IN_ROUND)
    starts = range(0, rounds * TIMES_IN_ROUND, TIMES_IN_ROUND)
    return {name: [min(times[start : start + TIMES_IN_ROUND]) for start in starts] for name, times in samples.items()}


def only(samples: Mapping[str, list[dict[str, float]]], key: str) -> Samples:
    """One of the numbers that each turn measured, for the works that have it."""
    return {name: [turn[key] for turn in turns] for name, turns in samples.items() if key in turns[0]}


def medians(samples: Samples) -> dict[str, float]:
    return {name: statistics.median(times) for name, times in samples.items()}


def ratio(samples: Samples, of: str, to: str) -> float:
    """The median of the ratios within each round."""
    return statistics.median(one / other for one, other in zip(samples[of], samples[to], strict=True))


def compared(
    what: str, unit: str, samples: Samples, of: str | None = None, to: str | None = None, goal: Goal | None = None
) -> Figure:
    """The medians side by side and, if two of them are named, the median of their ratios."""
    if of is None or to is None:
        return Figure(what, unit, medians(samples), samples=samples)
    result = ratio(samples, of, to)
    return Figure(what, unit, medians(samples), result, goal=goal, samples=samples, result_of=f"{of} : {to}")
