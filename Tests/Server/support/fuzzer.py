"""The program that `Tests/Server/fuzz` runs: one seed after another for a given time, with each finding in full."""
import argparse
import sys
import time
import traceback

from hypothesis import Phase
from hypothesis.database import DirectoryBasedExampleDatabase

from paths import REPOSITORY
from random_client import RandomClient, converse


def main():
    arguments = argparse.ArgumentParser(prog="fuzz")
    arguments.add_argument("--seconds", type=float, default=600)
    end, findings = time.monotonic() + arguments.parse_args().seconds, set()
    phases = [Phase.reuse, Phase.generate, Phase.shrink]
    database = DirectoryBasedExampleDatabase(REPOSITORY / ".build/hypothesis/examples")
    while time.monotonic() < end:
        try:
            converse(max_examples=50, derandomize=False, database=database, deadline=None, phases=phases)
        except Exception as failure:
            if str(failure) not in findings:
                traceback.print_exc()
            findings.add(str(failure))
        # A known finding is not reported again.
        phases = [Phase.generate, Phase.shrink]
        print(f"{RandomClient.executions} executions, {len(findings)} findings", flush=True)
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
