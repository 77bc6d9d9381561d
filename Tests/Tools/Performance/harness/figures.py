"""The figures of a measurement, and the goals that some of them have."""
from __future__ import annotations

from dataclasses import dataclass, field

TIMES = "×"
# A fraction of the bound: numbers nearer to it are printed with more digits.
NEAR = 0.1


@dataclass(frozen=True)
class Goal:
    """A bound for a number: an upper or a lower one."""

    bound: float
    is_least: bool = False

    def is_met_by(self, number: float) -> bool:
        return number >= self.bound if self.is_least else number <= self.bound

    def __str__(self) -> str:
        return f"{'≥' if self.is_least else '≤'} {self.text_of_bound}"

    @property
    def text_of_bound(self) -> str:
        """The exact bound, not rounded."""
        text = short(self.bound)
        return text if number_of(text) == self.bound else repr(self.bound)

    def is_near(self, number: float) -> bool:
        return abs(number - self.bound) < NEAR * abs(self.bound)

    def text(self, number: float) -> str:
        """A number with enough digits to show on which side of the bound it is."""
        if number == self.bound:
            return self.text_of_bound
        if number == int(number) or not self.is_near(number):
            return short(number)
        texts = (f"{number:,.{decimals}f}" for decimals in range(3 if abs(number) < 100 else 0, 16))
        return next((text for text in texts if self.is_seen(text, number)), repr(number))

    def is_seen(self, text: str, number: float) -> bool:
        """Whether the text meets the goal exactly if the number does, and differs from the bound."""
        seen = number_of(text)
        return seen != self.bound and self.is_met_by(seen) == self.is_met_by(number)


def at_most(bound: float) -> Goal:
    return Goal(bound)


def at_least(bound: float) -> Goal:
    return Goal(bound, is_least=True)


@dataclass(frozen=True)
class Figure:
    """One line of the table: values side by side, and the number that follows from them.

    The goal is for `result`: a ratio (its unit is then `×`) or an amount. `result_of` names its subject if `what` does
    not, or gives the reason why there is no result. `samples` has the values of each round, for readers who do not
    trust a median.
    """

    what: str
    unit: str
    values: dict[str, float]
    result: float | None = None
    result_unit: str = TIMES
    goal: Goal | None = None
    samples: dict[str, list[float]] = field(default_factory=dict)
    result_of: str = ""

    @property
    def all_samples(self) -> dict[str, list[float]]:
        """The samples; a number that was measured once is its only sample."""
        once = {} if self.result is None else {self.result_of or "measured": [self.result]}
        return self.samples or {name: [value] for name, value in self.values.items()} or once

    @property
    def is_met(self) -> bool | None:
        """Whether the goal is met, or None if there is no goal; without a result, it is not met."""
        if self.goal is None:
            return None
        return self.result is not None and self.goal.is_met_by(self.result)

    def as_json(self) -> dict:
        return {
            "what": self.what,
            "unit": self.unit,
            "values": self.values,
            "result": self.result,
            "resultUnit": self.result_unit,
            "resultOf": self.result_of,
            "goal": str(self.goal) if self.goal else None,
            "isMet": self.is_met,
            "samples": self.all_samples,
        }


def amount(what: str, number: float, unit: str, goal: Goal | None = None) -> Figure:
    """A figure that is one number, such as a size."""
    return Figure(what, unit, {}, number, unit, goal)


def remark(what: str) -> Figure:
    """A line without a number, such as the reason why there is none."""
    return Figure(what, "", {})


def counted(number: int, noun: str) -> str:
    """A number of things, such as `1 goal` and `2 goals`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def number_of(text: str) -> float:
    return float(text.replace(",", ""))


def short(number: float) -> str:
    """A number for people: whole if it is large, else with three significant digits."""
    size = abs(number)
    if size >= 100 or number == int(number):
        return f"{number:,.0f}"
    return f"{number:.1f}" if size >= 10 else f"{number:.2f}" if size >= 0.1 else f"{number:.4f}"
