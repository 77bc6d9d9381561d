"""Runs a check that does not end, in the current directory, until a signal stops it; exits with the signal's number."""
import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check import Check
from schedule import Schedule, run_until_stopped

# The child ignores the first signal; the parent receives it and ends when the file `go` has been written.
HUNG = "trap 'echo >asked; cat go; exit' INT; (trap '' INT; echo $$ >started; cat never) & wait"
check = Check("part", "hung", ["sh", "-c", HUNG], 60)
sys.exit(asyncio.run(run_until_stopped(Schedule([check], 2, Path("results"), Path()))))
