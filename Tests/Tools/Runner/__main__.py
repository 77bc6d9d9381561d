"""Runs checks and prints the time of each; `Tests/run` calls it.

Checks run side by side, except those that measure time. The log of each is printed when it ends and stays in
`.build/tests`. The last line says how many tests passed and failed; the status is 0 if none failed.
"""
from __future__ import annotations

import argparse
import asyncio
import fcntl
import os
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

from checks import ROOT, Checks
from schedule import Schedule, run_until_stopped

RESULTS = ROOT / ".build/tests"
SLOWEST = 15
# How many failed tests of a check the summary names.
NAMED_FAILURES = 10


def main() -> int:
    options = arguments()
    begun = time.monotonic()
    RESULTS.mkdir(parents=True, exist_ok=True)
    lock = (RESULTS / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print(f"Tests/run: {RESULTS}: another run writes its results there", file=sys.stderr)
        return 2
    # A server may still be writing its log when the directory is removed.
    with tempfile.TemporaryDirectory(prefix="svvs-", ignore_cleanup_errors=True) as sockets:
        checks = Checks(list(dict.fromkeys(options.part)) or list(Checks.PARTS), Path(sockets)).all()
        schedule = Schedule(checks, options.lanes, RESULTS, ROOT)
        number = asyncio.run(run_until_stopped(schedule))
    if number:
        return 128 + number
    return summary(schedule, time.monotonic() - begun)


def arguments() -> argparse.Namespace:
    parts = [*Checks.PARTS, *Checks.LONG_PARTS]
    parser = argparse.ArgumentParser(prog="Tests/run", description="Runs the tests, all of them or some parts.",
                                     epilog="`Tests/run facts` prints sizes of the code and of the public surface instead.")
    # Most tests wait a fifth of their time.
    parser.add_argument("--lanes", metavar="N", type=int, default=(os.cpu_count() or 1) + 1,
                        help="how many checks run side by side (%(default)s: one more than there are cores)")
    parser.add_argument("part", metavar="PART", nargs="*",
                        help=f"one of {', '.join(Checks.PARTS)}, which all run by default; "
                             f"only if it is named: {', '.join(Checks.LONG_PARTS)}")
    options = parser.parse_args()
    if options.lanes < 1:
        parser.error(f"--lanes {options.lanes}: expected at least 1")
    if unknown := set(options.part) - set(parts):
        parser.error(f"{', '.join(sorted(unknown))}: expected parts of {', '.join(parts)}")
    return options


def summary(schedule: Schedule, seconds: float) -> int:
    """Prints the slowest checks, those that failed, and the totals; returns the status."""
    slowest = sorted(schedule.results, key=lambda result: -result.seconds)[:SLOWEST]
    print(f"\n{'seconds':>8}  slowest checks")
    for result in slowest:
        print(f"{result.seconds:8.1f}  {result.check.name}")
    print(f"{seconds:8.1f}  all {len(schedule.results)} checks, side by side")
    failures = [result for result in schedule.results if result.failed]
    if failures:
        print("\nfailed:")
        for result in failures:
            print(f"{result.failed:8}  {result.check.name}")
            for name in result.failures[:NAMED_FAILURES]:
                print(f"{'':10}{name}")
    print(f"\n{sum(result.passed for result in schedule.results)} passed, "
          f"{sum(result.failed for result in schedule.results)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
