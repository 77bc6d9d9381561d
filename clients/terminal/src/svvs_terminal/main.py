"""Parses the command line, runs the command, and prints its error."""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import svvs

from . import __version__, commands
from .expression import ExpressionError
from .servers import SECONDS
from .status import BROKEN_PIPE, INTERRUPTED, NO_OUTPUT, print_error, status_of
from .tui.main import run as tui
from .words import WordError, hint

_EPILOG = """\
NAME=TEXT passes a string, NAME:=JSON any other value, such as `by:=5`. The options after `--` are appended to the
command of the server: the line in the environment variable SVVS, such as SVVS="./MyApp serve", or else `svvs serve`.
With --attach, the server is shared and keeps running; only `call` and `tui` start it. With --session, TYPE is the id or
type of an open view of that session of a shared server; `tui` shows all of its views, leaves them open, and opens the
session if there is none of that name.

exit status: 0 success, or condition met; 1 timeout, or --fail-on is true; 2 invalid usage or condition; 3 the server
refused the request; 4 no server, or it did not respond, has ended or sent an invalid message; 74 the output cannot be
written; 130 interrupted; 141 the reader of the output has ended"""


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command line. Returns its exit status."""
    # Characters that the encoding of the locale lacks are escaped.
    if reconfigure := getattr(sys.stdout, "reconfigure", None):  # standard output may be None, or replaced
        reconfigure(errors="backslashreplace")
    given = sys.argv[1:] if words is None else words
    options = parse(given)
    if not hasattr(sys.stdout, "write"):  # None, if the shell has closed it
        print_error("the output cannot be written: standard output is closed")
        return NO_OUTPUT
    try:
        found = options.run(options)
        status: int = asyncio.run(found) if asyncio.iscoroutine(found) else found
        return status
    except (svvs.Error, ExpressionError, WordError) as error:
        print_error(f"{error}{hint(error, ' '.join(given).split())}")
        return status_of(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else the interpreter prints an error at its end
        if isinstance(error, BrokenPipeError):
            return BROKEN_PIPE
        print_error(f"the output cannot be written: {error.strerror}")
        return NO_OUTPUT


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The parsed options. Ends the program with status 2 if they are invalid, and with 0 for `--help`.

    >>> from svvs_terminal.main import parse
    >>> parse(["call", "counterA", "increment", "by:=5", "--", "--language", "en"]).server_options
    ['--language', 'en']
    """
    own, server_options = list(words), list[str]()
    if "--" in own:
        at = own.index("--")
        own, server_options = own[:at], own[at + 1 :]
    parser = argparse.ArgumentParser(
        prog="svvs-client" if Path(sys.argv[0]).name == "svvs-client" else "python -m svvs",
        description="Uses the views of a new or shared server. `python -m svvs codegen` writes typed classes.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--attach", metavar="PLACE", help="use a shared server; PLACE is its name or socket")
    parser.add_argument("--version", action="version", version=f"svvs-client {__version__}")
    parsers = parser.add_subparsers(metavar="COMMAND", required=True)

    types = parsers.add_parser("types", help="print the names of the view types")
    types.set_defaults(run=commands.types, timeout=None, starts=False)

    get = parsers.add_parser("get", help="print the state of a view")
    _add_view(get)
    get.set_defaults(run=commands.get, starts=False)

    call = parsers.add_parser("call", help="call an action, and print the state after it")
    _add_view(call)
    call.add_argument("action", metavar="ACTION")
    call.add_argument("argument", metavar="NAME=VALUE", nargs="*", default=[])  # else it would be required
    call.add_argument("--fail-on", metavar="EXPR", help="have status 1 if this is true for the state, such as errorMessage")
    call.set_defaults(run=commands.call)

    wait = parsers.add_parser("wait", help="wait until a condition is true for the state, and print that state")
    _add_view(wait)
    wait.add_argument("--until", metavar="EXPR", required=True, help="such as 'count > 3 and user.name != null'")
    _add_notify(wait)
    wait.set_defaults(run=commands.wait, timeout=SECONDS, starts=False)

    watch = parsers.add_parser("watch", help="print the state and each change as lines of JSON")
    _add_view(watch, may_be_all=True)
    watch.add_argument("--until", metavar="EXPR", help="end when this condition is true for the state")
    _add_notify(watch)
    watch.set_defaults(run=commands.watch, starts=False)

    tui_parser = parsers.add_parser("tui", help="show views as cards in the terminal")
    session = "use the views of this shared session; with --attach, open it if there is none"
    tui_parser.add_argument("--session", metavar="NAME", help=session)
    tui_parser.set_defaults(run=tui, timeout=None)
    for each in parsers.choices.values():
        each.add_argument("--attach", metavar="PLACE", default=argparse.SUPPRESS, help=argparse.SUPPRESS)

    for word, next_word in zip(own, own[1:]):
        if word == "--attach" and next_word in parsers.choices:
            parser.error(f"argument --attach: expected the name or the socket of a server, such as svvs, before {next_word!r}")
    options, rest = parser.parse_known_args(own)
    # The parser does not assign arguments of the action after an option.
    if hasattr(options, "argument") and not any(word.startswith("-") for word in rest):
        options.argument, rest = [*options.argument, *rest], []
    if rest:
        options_first = [word for word in rest if word.startswith("-")] or rest
        shown = [word.partition("=")[0] for word in options_first]  # the rest may be a password
        parser.error(f"unrecognized arguments: {' '.join(shown)}")
    if getattr(options, "type", "") is None and (reason := _refused_for_all(options)):
        parser.error(reason)
    options.server_options = server_options
    return options


def _refused_for_all(options: argparse.Namespace) -> str | None:
    """The reason why options cannot be used to watch all views; None if they can."""
    if options.session is None:
        return "the following arguments are required: TYPE or --session"
    if options.until or options.notify or options.param or options.set or options.call:
        return "--until, --notify, --param, --set and --call need the TYPE of one view"
    return None


def _add_view(parser: argparse.ArgumentParser, may_be_all: bool = False) -> None:
    help = "the type of the view to open" + ("; default: all open views of the --session" if may_be_all else "")
    parser.add_argument("type", metavar="TYPE", nargs="?" if may_be_all else None, help=help)
    parser.add_argument("--session", metavar="NAME", help="use an open view of this shared session")
    parser.add_argument("-p", "--param", metavar="NAME=VALUE", action="append", default=[], help="a parameter of the view")
    parser.add_argument("-s", "--set", metavar="NAME=VALUE", action="append", default=[], help="set this property first")
    parser.add_argument(
        "-c", "--call", metavar="'ACTION NAME=VALUE…'", action="append", default=[],
        help="call this action first, and wait for it",
    )
    help = f"the timeout; default: {SECONDS:.0f}; watch: none"
    parser.add_argument("--timeout", metavar="SECONDS", type=seconds, help=help)


def _add_notify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-n", "--notify", metavar="'ACTION NAME=VALUE…'", action="append", default=[],
        help="call this action, and do not wait for it",
    )


def seconds(text: str) -> float:
    # `float` also reads +5, 1e3, 1_0 and digits of other scripts.
    number = float(text) if re.fullmatch(r"[0-9]*\.?[0-9]+", text) else math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError("expected a number of seconds, not negative")
    return number
