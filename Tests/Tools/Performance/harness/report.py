"""The table, the file of everything, and the line at the end."""
from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .figures import Figure, counted, short
from .progress import doing
from .scenario import Scenario

VERDICTS = {None: "", True: "met", False: "missed"}
STDOUT = Path("-")
WIDTHS = (38, 57, 34, 11)


@dataclass
class Report:
    """The figures so far; each one is printed when it is added."""

    machine: dict[str, Any]
    figures: dict[str, list[Figure]] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)

    def introduce(self) -> None:
        """Prints the head: if the load is not near 0, other processes have affected the measurements."""
        machine = self.machine
        say(f"{machine['processor']}, {machine['cores']} cores, {machine['kernel']}, load {machine['load']:.1f}")
        say("values are medians of rounds, ratios are medians of those within rounds")

    def begin(self, scenario: Scenario) -> None:
        self.figures[scenario.name] = []
        say(f"\n{scenario.name}{scenario.subject}: {scenario.about}")

    def add(self, scenario: Scenario, figure: Figure) -> None:
        self.figures[scenario.name].append(figure)
        say(row(figure))

    def fail(self, scenario: Scenario, reason: str) -> None:
        """Records a scenario that could not be measured to its end, and therefore fails."""
        self.failures[scenario.name] = reason
        say(f"  not measured: {reason}")

    def end(self, scenario: Scenario) -> None:
        """Fails a scenario without a figure: it has measured nothing."""
        if not self.figures[scenario.name]:
            self.fail(scenario, "it gave no figure")

    def count(self, is_met: bool) -> int:
        return sum(figure.is_met is is_met for figures in self.figures.values() for figure in figures)

    @property
    def is_good(self) -> bool:
        return not self.failures and self.count(False) == 0

    def finish(self) -> None:
        """Prints the missed goals again, and the sum."""
        say()
        for name, figures in self.figures.items():
            for figure in figures:
                if figure.is_met is False:
                    say(f"missed: {name}: {figure.what}: {result(figure)}, goal {goal(figure)}")
        for name, reason in self.failures.items():
            say(f"not measured: {name}: {reason.splitlines()[0]}")
        unmeasured = f", {counted(len(self.failures), 'scenario')} not measured" if self.failures else ""
        say(f"{counted(self.count(True), 'goal')} met, {self.count(False)} missed{unmeasured}")

    def write(self, path: Path) -> None:
        """Writes everything to a file, or to stdout if it is `-`."""
        figures = {name: [figure.as_json() for figure in found] for name, found in self.figures.items()}
        everything = {"machine": self.machine, "scenarios": figures, "failures": self.failures}
        text = json.dumps(everything, indent=2, ensure_ascii=False)
        if path == STDOUT:
            say(text)
        else:
            path.write_text(text + "\n")


def say(text: str = "") -> None:
    """Prints a line at once; if the reader has closed the pipe, exits with the status of SIGPIPE."""
    doing()
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # Python would try to write the rest of the buffer again at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + signal.SIGPIPE)


def row(figure: Figure) -> str:
    """A line of the table: name, values, result, goal, verdict."""
    values = "   ".join(f"{name}: {short(value)}" for name, value in figure.values.items())
    cells = (figure.what, f"{values} {figure.unit}" if values else "", result(figure), goal(figure))
    padded = "".join(f"{cell:{width}}  " for cell, width in zip(cells, WIDTHS))
    return f"  {padded}{VERDICTS[figure.is_met]}".rstrip()


def result(figure: Figure) -> str:
    """The number, its unit and its subject, or the reason why there is none."""
    if figure.result is None:
        return figure.result_of
    number = figure.goal.text(figure.result) if figure.goal else short(figure.result)
    return f"{number} {figure.result_unit} {figure.result_of}".strip()


def goal(figure: Figure) -> str:
    return f"{figure.goal} {figure.result_unit}" if figure.goal else ""
