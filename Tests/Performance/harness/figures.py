"""What a measurement says: figures, and the goals that some of them have."""
from __future__ import annotations

from dataclasses import dataclass, field

TIMES = "×"


@dataclass(frozen=True)
class Goal:
    """What a number should be: so much at most, or at least."""

    bound: float
    is_least: bool = False

    def is_met_by(self, number: float) -> bool:
        return number >= self.bound if self.is_least else number <= self.bound

    def __str__(self) -> str:
        return f"{'≥' if self.is_least else '≤'} {short(self.bound)}"


def at_most(bound: float) -> Goal:
    return Goal(bound)


def at_least(bound: float) -> Goal:
    return Goal(bound, is_least=True)


@dataclass(frozen=True)
class Figure:
    """One line of the table: values side by side, and the number that follows from them.

    `result` is what the goal is about: a ratio (its unit is then `×`) or an amount. `samples` has what each round
    measured, for those who do not trust a median.
    """

    what: str
    unit: str
    values: dict[str, float]
    result: float | None = None
    result_unit: str = TIMES
    goal: Goal | None = None
    samples: dict[str, list[float]] = field(default_factory=dict)

    @property
    def is_met(self) -> bool | None:
        """Whether the goal is met, or None if there is none."""
        if self.goal is None or self.result is None:
            return None
        return self.goal.is_met_by(self.result)

    def as_json(self) -> dict:
        return {
            "what": self.what,
            "unit": self.unit,
            "values": self.values,
            "result": self.result,
            "resultUnit": self.result_unit,
            "goal": str(self.goal) if self.goal else None,
            "isMet": self.is_met,
            "samples": self.samples,
        }


def amount(what: str, number: float, unit: str, goal: Goal | None = None) -> Figure:
    """A figure that is one number, such as a size."""
    return Figure(what, unit, {}, number, unit, goal)


def remark(what: str) -> Figure:
    """A line without a number, such as why there is none."""
    return Figure(what, "", {})


def short(number: float) -> str:
    """A number as people read it: whole if it is large, else with three digits that count."""
    size = abs(number)
    if size >= 100 or number == int(number):
        return f"{number:,.0f}"
    return f"{number:.1f}" if size >= 10 else f"{number:.2f}" if size >= 0.1 else f"{number:.4f}"
