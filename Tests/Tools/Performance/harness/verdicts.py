"""Verdicts on whether a request takes as many instructions as recorded, where the two can be compared."""
from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

MARGIN = 0.03
# Below this fraction of the record, something else was counted.
LEAST = 0.5


@dataclass(frozen=True)
class Record:
    """Counts by the names of their cases, and the machine and versions that they were counted with."""

    machine: dict[str, str]
    instructions: dict[str, int]

    @classmethod
    def read(cls, path: Path) -> Record:
        """The record in a file, or an empty one if there is no file."""
        return cls(**json.loads(path.read_text())) if path.exists() else cls({}, {})

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self), indent=2) + "\n")

    def difference(self, facts: dict[str, str]) -> str:
        """The facts of the record that differ now; empty if the counts can be compared."""
        if not self.instructions:
            return ""
        return ", ".join(f"{name} {self.machine.get(name, 'unknown')} (now {now or 'unknown'})"
                         for name, now in facts.items() if self.machine.get(name) != now)

    def renewed(self, counts: dict[str, int], facts: dict[str, str]) -> Record:
        """The record with these counts, without former ones that cannot be compared with them."""
        kept = {} if self.difference(facts) else self.instructions
        return Record(facts, kept | counts)


@dataclass(frozen=True)
class Verdict:
    """The verdict on a count; the lines of its text after the first explain it."""

    is_good: bool
    text: str
    is_above: bool = False

    def tap(self, number: int, name: str) -> str:
        first, *others = self.text.splitlines()
        return "\n".join([f"{'ok' if self.is_good else 'not ok'} {number} - {name}: {first}",
                          *(f"# {line}" for line in others)])


def judged(count: int | str, recorded: int | None, difference: str = "") -> Verdict:
    """Compares a count with its record; a text instead of a count is the reason why there is none.

    A count below its record is worth a new record and not a failure, unless it is so low that it is hardly the same
    work.
    """
    if isinstance(count, str):
        return Verdict(False, count)
    text = f"{count:,} instructions"
    if difference:
        return Verdict(True, f"{text} # SKIP recorded with {difference}")
    if recorded is None:
        return Verdict(False, f"{text}, and none are recorded")
    ratio = count / recorded
    text += f", {ratio:.3f} of {recorded:,}"
    if ratio > 1 + MARGIN:
        return Verdict(False, f"{text}\nmore than {MARGIN:.0%} above the record", is_above=True)
    if ratio < LEAST:
        return Verdict(False, f"{text}\ncounts too little to be the same work; if it is, --record keeps it")
    return Verdict(True, text if ratio >= 1 - MARGIN else f"{text}; --record would keep that")
