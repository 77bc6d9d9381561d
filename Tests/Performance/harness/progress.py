"""What is being done, for whoever sits before the terminal: one line, which the next one replaces."""
from __future__ import annotations

import sys

ERASE = "\r\033[K"


def doing(what: str = "") -> None:
    """Says it if stderr is a terminal; nothing takes away what was said last."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{ERASE}  {what} …" if what else ERASE)
        sys.stderr.flush()
