"""The exit statuses of the command, and the reports of its errors."""

from __future__ import annotations

import sys

import svvs

from .text import cleaned_lines

DONE, LATE, USAGE, REFUSED, NO_SERVER, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 3, 4, 130, 141


def status_of(error: Exception) -> int:
    """The status of a failure.

    >>> from svvs_terminal.status import status_of
    >>> status_of(svvs.TimedOut("no answer")), status_of(ValueError("no number"))
    (1, 2)
    """
    if not isinstance(error, svvs.Error):
        return USAGE
    if isinstance(error, svvs.ResponseError):
        return REFUSED
    return LATE if isinstance(error, svvs.TimedOut) else NO_SERVER


def complain(error: object) -> None:
    """Prints an error on standard error."""
    print(f"svvs: {cleaned_lines(str(error))}", file=sys.stderr, flush=True)
