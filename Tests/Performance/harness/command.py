"""The command: builds, measures the chosen scenarios one after another, and says which goals are met."""
from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from . import scenarios  # noqa: F401, it registers them
from .building import PRODUCTS, WORKSHOP, build, compile_programs
from .heard import ServerError
from .machine import facts
from .processes import leave_on_signals
from .report import Report
from .scenario import SCENARIOS, Bench, Scenario

LIMIT = 240
# Their texts say enough; of others, such as a KeyError, the name of the class does.
FAILURES = (ServerError, OSError, sqlite3.Error, subprocess.SubprocessError, AssertionError)


def main() -> int:
    options = arguments()
    if sys.platform != "linux":
        sys.exit("run: expected Linux: processes are watched in /proc, and kept on one core by sched_setaffinity")
    leave_on_signals()
    check_path(options.json)
    chosen = [SCENARIOS[name] for name in options.scenario or SCENARIOS]
    bench = prepared(options, chosen)
    report = Report(facts(bench.svvs))
    try:
        report.introduce()
        for scenario in chosen:
            measure(scenario, bench, report)
        report.finish()
    finally:
        # Also of a run that somebody stopped.
        if options.json:
            report.write(options.json)
    return 0 if report.is_good else 1


def arguments() -> argparse.Namespace:
    listing = "\n".join(f"  {name:10} {one.about}" for name, one in SCENARIOS.items())
    parser = argparse.ArgumentParser(
        prog="run", description="Measures the server, and says which of its goals are met.",
        epilog=f"scenarios:\n{listing}", formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a run of less than a minute")
    parser.add_argument("--json", metavar="FILE", type=Path, help="writes everything there too")
    parser.add_argument("--rounds", metavar="N", type=int,
                        help="turns of each (9 of most; 3 when quick); memory, database, asleep and idle take none")
    parser.add_argument("--no-build", action="store_true", help="measures what has been built before")
    parser.add_argument("--svvs", metavar="PATH", type=Path, help="another server than the one built here")
    parser.add_argument("scenario", metavar="SCENARIO", nargs="*", help="which ones (all)")
    options = parser.parse_args()
    if unknown := [name for name in options.scenario if name not in SCENARIOS]:
        parser.error(f"no such scenario: {', '.join(unknown)}")
    if options.rounds is not None and options.rounds < 1:
        parser.error("--rounds must be positive")
    if options.svvs and not (options.svvs.is_file() and os.access(options.svvs, os.X_OK)):
        parser.error(f"no server at {options.svvs}")
    return options


def check_path(path: Path | None) -> None:
    """Fails now, and not after minutes, if the report cannot be written; an earlier one stays until then."""
    try:
        if path:
            path.open("a").close()
    except OSError as error:
        sys.exit(f"run: {error}")


def prepared(options: argparse.Namespace, chosen: list[Scenario]) -> Bench:
    """Builds what the scenarios need; a server that was given is left as it is."""
    helpers = sorted({product for scenario in chosen for product in scenario.needs})
    svvs = options.svvs or PRODUCTS / "svvs"
    try:
        if not options.no_build:
            build(([] if options.svvs else ["svvs"]) + helpers)
        compile_programs()
    except (OSError, subprocess.SubprocessError) as error:
        sys.exit(f"run: {error}")
    if not svvs.is_file():
        sys.exit(f"run: no server at {svvs}; leave out --no-build")
    return Bench(svvs.resolve(), PRODUCTS, WORKSHOP, options.quick, options.rounds)


def measure(scenario: Scenario, bench: Bench, report: Report) -> None:
    report.begin(scenario)
    if missing := [name for name in scenario.needs if not (bench.helpers / name).exists()]:
        report.fail(scenario, f"{', '.join(missing)} has not been built")
        return
    try:
        with time_limit(LIMIT):
            for figure in scenario.measure(bench):
                report.add(scenario, figure)
        report.end(scenario)
    except Exception as error:
        report.fail(scenario, reason(error))
    except SystemExit:
        report.failures[scenario.name] = "stopped"
        raise


def reason(error: Exception) -> str:
    """Why a scenario was not measured, in a few words."""
    name, text = type(error).__name__, str(error)
    return f"{name}: {text}" if text and not isinstance(error, FAILURES) else text or name


@contextlib.contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises TimeoutError, wherever the work then is, if it takes longer."""

    def expire(*_: object) -> None:
        raise TimeoutError(f"took longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, expire)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
