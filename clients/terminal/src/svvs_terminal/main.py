"""Runs a command, and tells what went wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import svvs

from .arguments import parse
from .expression import ExpressionError
from .status import BROKEN_PIPE, INTERRUPTED, complain, status_of
from .words import WordError


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns its exit status."""
    options = parse(sys.argv[1:] if words is None else words)
    try:
        status: int = options.run(options)
        return status
    except (svvs.Error, ExpressionError, WordError) as error:
        complain(error)
        return status_of(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else the interpreter would complain at its end
        return BROKEN_PIPE
