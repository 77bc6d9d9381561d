"""Runs a check that does not end, in the current directory, until a signal stops it; ends with the signal's number."""
import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from check import Check
from schedule import Schedule, run_until_stopped

# A child that does not heed the first signal has taken its place in the group before its parent says its number.
HUNG = "(trap '' INT; echo $$ >started; cat never) & wait; cat never"
check = Check("part", "hung", ["sh", "-c", HUNG], 60)
sys.exit(asyncio.run(run_until_stopped(Schedule([check], 2, Path("results"), Path()))))
