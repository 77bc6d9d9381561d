"""Runs a command, and tells what went wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import svvs

from ..codegen import SchemaError
from .arguments import parse
from .expression import ExpressionError
from .words import WordError

LATE, USAGE, REFUSED, NO_SERVER, INTERRUPTED, BROKEN_PIPE = 1, 2, 3, 4, 130, 141


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns its exit status."""
    options = parse(sys.argv[1:] if words is None else words)
    try:
        status: int = options.run(options)
        return status
    except (ExpressionError, SchemaError, WordError) as error:
        return _fail(error, USAGE)
    except svvs.ResponseError as error:
        return _fail(error, REFUSED)
    except svvs.TimedOut as error:
        return _fail(error, LATE)
    except svvs.Error as error:
        return _fail(error, NO_SERVER)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else the interpreter would complain at its end
        return BROKEN_PIPE


def _fail(error: Exception, status: int) -> int:
    print(f"svvs: {error}", file=sys.stderr)
    return status
