"""A check of the test run: a command, the count of its tests, and the conditions for its start."""
from __future__ import annotations

import dataclasses
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path


@dataclasses.dataclass(frozen=True)
class Check:
    """A command that is one test, or that reports several.

    `{report}` in the command stands for the path of a JUnit report that the command writes.
    """

    part: str
    name: str
    command: list[str]
    # The timeout in seconds.
    limit: int
    # "status": one test, passed if the command succeeds. "junit", "tap": the tests in its report or on its stdout.
    report: str = "status"
    # The names of checks that must have passed.
    needs: tuple[str, ...] = ()
    # A resource that only one check may use at a time, such as a build directory.
    uses: str | None = None
    # Whether no other check may run at the same time, because time is measured.
    is_alone: bool = False
    # Whether it waits most of its time, so that it takes no lane.
    is_waiting: bool = False
    environment: dict[str, str] = dataclasses.field(default_factory=dict)

    @property
    def slug(self) -> str:
        """The name of the directory of results."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


@dataclasses.dataclass(frozen=True)
class Result:
    """The outcome of a check."""

    check: Check
    passed: int
    # A description of each failed test.
    failures: list[str]
    seconds: float

    @property
    def failed(self) -> int:
        return len(self.failures)

    @property
    def line(self) -> str:
        return f"== {self.check.name}: {self.passed} passed, {self.failed} failed, {self.seconds:.1f} s"


def counted(check: Check, status: int, directory: Path, seconds: float) -> Result:
    """Counts the tests of a check that ended with `status` and left its output in `directory`.

    A command that fails without a failed test, or that ran no test, is a failed test.
    """
    passed, failures = _COUNTS[check.report](directory, status)
    if not failures and status != 0:
        failures = [f"ended with status {status}"]
    elif not failures and passed == 0:
        failures = ["no test ran"]
    return Result(check, passed, failures, seconds)


def _by_status(directory: Path, status: int) -> tuple[int, list[str]]:
    return int(status == 0), []


def _by_tap(directory: Path, status: int) -> tuple[int, list[str]]:
    """Counts the lines of the tests; those that are missing from the plan have failed, and so has a missing plan."""
    text = (directory / "stdout").read_text(errors="replace")
    passed = len(re.findall("^ok (?!.* # SKIP)", text, re.MULTILINE))
    skipped = len(re.findall("^ok .* # SKIP", text, re.MULTILINE))
    failures = re.findall(r"^not ok (.*)", text, re.MULTILINE)
    plan = re.search(r"^1\.\.(\d+)", text, re.MULTILINE)
    if plan:
        failures += ["not run"] * (int(plan[1]) - passed - skipped - len(failures))
    else:
        failures.append("no plan")
    return passed, failures


def _by_junit(directory: Path, status: int) -> tuple[int, list[str]]:
    """Counts the test cases; the totals in the reports count a case with two failures twice."""
    passed = 0
    failures = []
    for report in directory.glob("report*.xml"):
        try:
            cases = list(ElementTree.parse(report).iter("testcase"))
        except ElementTree.ParseError:
            # The command ended while it wrote the report.
            failures.append(f"{report.name} is cut off")
            continue
        for case in cases:
            if case.find("failure") is not None or case.find("error") is not None:
                failures.append(" ".join(filter(None, (case.get("classname"), case.get("name")))))
            elif case.find("skipped") is None:
                passed += 1
    return passed, failures


_COUNTS = {"status": _by_status, "tap": _by_tap, "junit": _by_junit}
