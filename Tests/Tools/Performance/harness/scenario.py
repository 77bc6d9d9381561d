"""The scenarios by name, and the programs and sizes that each receives."""
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
    """The programs to measure, and the extent of the measurement."""

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
        """The number of rounds: the one that the user chose, else that for a whole or a quick run."""
        return self.chosen_rounds or self.pick(whole, quick)

    def pick(self, whole: Choice, quick: Choice) -> Choice:
        """One of two sizes of the same work."""
        return quick if self.is_quick else whole

    def compiled(self, name: str) -> Path:
        """A program that was compiled from the C file of that name."""
        return self.workshop / name

    def folder(self) -> tempfile.TemporaryDirectory:
        """A directory for files, removed at the end of the `with` block."""
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
        """The measured program if it is not the server, in which case `--svvs` has no effect."""
        return f" (of {', '.join(self.needs)})" if self.needs else ""


SCENARIOS: dict[str, Scenario] = {}


def scenario(name: str, *needs: str) -> Callable[[Measure], Measure]:
    """Registers a function that yields figures, in the order in which they are to be printed."""

    def register(measure: Measure) -> Measure:
        SCENARIOS[name] = Scenario(name, needs, measure)
        return measure

    return register
