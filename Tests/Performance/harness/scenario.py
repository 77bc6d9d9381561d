"""The scenarios by name, and what each is given to measure with."""
from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from .figures import Figure

Choice = TypeVar("Choice")
Measure = Callable[["Bench"], Iterator[Figure]]


@dataclass(frozen=True)
class Bench:
    """The programs, and how much of everything there is time for."""

    svvs: Path
    helpers: Path
    workshop: Path
    is_quick: bool = False
    chosen_rounds: int | None = None

    @property
    def app(self) -> Path:
        """The app with long lists, long loads and many calls."""
        return self.helpers / "PerformanceApp"

    @property
    def throughput(self) -> Path:
        """The program that parses a document and writes it again."""
        return self.helpers / "JSONThroughput"

    def rounds(self, whole: int = 9, quick: int = 3) -> int:
        """How many turns each takes of what is compared: as many as were asked for, else what there is time for."""
        return self.chosen_rounds or self.pick(whole, quick)

    def pick(self, whole: Choice, quick: Choice) -> Choice:
        """One of two sizes of the same work."""
        return quick if self.is_quick else whole

    def compiled(self, name: str) -> Path:
        """A program that was compiled from the C file of that name."""
        return self.workshop / name

    def folder(self) -> tempfile.TemporaryDirectory:
        """A place for files that are gone with the `with` block."""
        return tempfile.TemporaryDirectory(dir=self.workshop)


@dataclass(frozen=True)
class Scenario:
    """One thing to measure; `needs` names the products that have to be built for it."""

    name: str
    needs: tuple[str, ...]
    measure: Measure

    @property
    def about(self) -> str:
        return (self.measure.__doc__ or "").splitlines()[0]

    @property
    def subject(self) -> str:
        """What is measured where that is not the server, so that `--svvs` changes nothing."""
        return f" (of {', '.join(self.needs)})" if self.needs else ""


SCENARIOS: dict[str, Scenario] = {}


def scenario(name: str, *needs: str) -> Callable[[Measure], Measure]:
    """Registers a function that yields figures, in the order in which they are to be printed."""

    def register(measure: Measure) -> Measure:
        SCENARIOS[name] = Scenario(name, needs, measure)
        return measure

    return register
