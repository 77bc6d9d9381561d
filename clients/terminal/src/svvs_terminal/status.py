"""The exit statuses of commands, and how their errors are printed."""

from __future__ import annotations

import sys

import svvs

from .text import cleaned_lines

TIMEOUT, USAGE, REFUSED, NO_SERVER, NO_OUTPUT, INTERRUPTED, BROKEN_PIPE = 1, 2, 3, 4, 74, 130, 141


def status_of(error: Exception) -> int:
    """The exit status of an error.

    >>> from svvs_terminal.status import status_of
    >>> status_of(svvs.TimedOut("no reply")), status_of(ValueError("not a number"))
    (1, 2)
    """
    if not isinstance(error, svvs.Error):
        return USAGE
    if isinstance(error, svvs.ResponseError):
        return REFUSED
    return TIMEOUT if isinstance(error, svvs.TimedOut) else NO_SERVER


def print_error(error: object) -> None:
    """Prints an error to standard error."""
    print(f"svvs: {cleaned_lines(str(error))}", file=sys.stderr, flush=True)
