"""The current step, shown in a terminal: one line, which the next one replaces."""
from __future__ import annotations

import sys

ERASE = "\r\033[K"


def doing(what: str = "") -> None:
    """Prints the step if stderr is a terminal; without a text, erases the last one."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{ERASE}  {what} …" if what else ERASE)
        sys.stderr.flush()
