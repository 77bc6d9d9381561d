"""The command: builds, measures the chosen scenarios one after another, and prints which goals are met."""
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
from .exchange import ServerError
from .lock import AnotherRunError, only_run
from .machine import facts
from .processes import leave_on_signals
from .products import PRODUCTS, WORKSHOP, build, compile_programs
from .progress import doing
from .report import STDOUT, Report
from .scenario import SCENARIOS, Bench, Scenario

LIMIT = 240
NOTES = f"""The values are medians of rounds, ratios are medians of those within rounds: compared programs take turns,
and load that slows a round slows all of them. So a ratio may differ from that of the medians beside it. All
scenarios take about nine minutes, of which memory takes three. None may take more than {LIMIT} s. Only
one run is possible at a time.

exit status: 0 all goals met; 1 a goal missed, something not measured, or another run going on;
2 wrong arguments; 128 + N stopped by signal N"""
# Errors whose texts are sufficient; for others, such as a KeyError, the name of the class is printed too.
FAILURES = (ServerError, OSError, sqlite3.Error, subprocess.SubprocessError, AssertionError)


def main() -> int:
    options = arguments()
    if sys.platform != "linux":
        sys.exit("run: expected Linux: processes are observed in /proc, and kept on one core by sched_setaffinity")
    leave_on_signals()
    check_path(options.json)
    try:
        with only_run(WORKSHOP):
            return run(options)
    except AnotherRunError as error:
        sys.exit(f"run: {error}")


def run(options: argparse.Namespace) -> int:
    """Measures the chosen scenarios; returns the status of the command."""
    chosen = [SCENARIOS[name] for name in options.scenario or SCENARIOS]
    bench = prepared(options, chosen)
    report = Report(facts(bench))
    try:
        with table_apart(options.json):
            report.introduce()
            for scenario in chosen:
                measure(scenario, bench, report)
            report.finish()
    finally:
        # Also for a run that was stopped.
        doing()
        if options.json:
            report.write(options.json)
    return 0 if report.is_good else 1


def table_apart(path: Path | None) -> contextlib.AbstractContextManager:
    """Redirects the table to stderr if the figures go to stdout."""
    return contextlib.redirect_stdout(sys.stderr) if path == STDOUT else contextlib.nullcontext()


def arguments() -> argparse.Namespace:
    listing = "\n".join(f"  {name:10} {one.about}{one.subject}" for name, one in SCENARIOS.items())
    parser = argparse.ArgumentParser(
        prog="run", description="Measures the server, and prints which of its goals are met.",
        epilog=f"scenarios:\n{listing}\n\n{NOTES}", formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="about a minute; without it, about five")
    parser.add_argument("--json", metavar="FILE", type=Path,
                        help="also write everything to FILE; - is stdout, and the table then goes to stderr")
    parser.add_argument("--rounds", metavar="N", type=int,
                        help="number of rounds instead of each scenario's own; counts, memory, database, asleep, idle, "
                             "rejoin, and those of PostgreSQL except triggers, have none")
    parser.add_argument("--no-build", action="store_true", help="measure the programs that have been built before")
    parser.add_argument("--svvs", metavar="PATH", type=Path,
                        help="measure another server than the one built here, in scenarios of the server")
    parser.add_argument("scenario", metavar="SCENARIO", nargs="*", help="the scenarios (default: all)")
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
        if path and path != STDOUT:
            path.open("a").close()
    except OSError as error:
        sys.exit(f"run: {error}")


def prepared(options: argparse.Namespace, chosen: list[Scenario]) -> Bench:
    """Builds the programs that the scenarios need, except a server that the user passed."""
    helpers = sorted({product for scenario in chosen for product in scenario.needs})
    svvs = options.svvs or PRODUCTS / "svvs"
    try:
        if not options.no_build:
            build(([] if options.svvs else ["svvs"]) + helpers)
        compile_programs()
    except (OSError, subprocess.SubprocessError) as error:
        sys.exit(f"run: {error}")
    if not svvs.is_file():
        # A server that the user passed has been checked before.
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
    """The reason why a scenario was not measured, in a few words."""
    name, text = type(error).__name__, str(error)
    return f"{name}: {text}" if text and not isinstance(error, FAILURES) else text or name


@contextlib.contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises TimeoutError, at any point of the block, if it takes longer."""

    def expire(*_: object) -> None:
        raise TimeoutError(f"took longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, expire)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
