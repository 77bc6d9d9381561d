"""Parses the command line, runs the command, and reports its error."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import svvs

from . import commands
from .expression import ExpressionError
from .repl import repl
from .starting import SECONDS
from .status import BROKEN_PIPE, INTERRUPTED, complain, status_of
from .tui.starting import run as tui
from .words import WordError

_EPILOG = """\
NAME=TEXT passes a text, NAME:=JSON anything else: `by:=5`. What follows `--` is appended to the server's command,
which is `svvs serve`, or else the line in the environment variable SVVS, such as SVVS="./MyApp serve". With --attach
the server is one that others use, too, and goes on; with --session TYPE is the id or type of a view that is open there.

exit status: 0 done, or condition met; 1 not done, or condition not met, in time; 2 wrong usage or condition; 3 the
server refused; 4 there is no server to talk to, or it never answered, died or spoke nonsense; 130 interrupted"""


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


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The options; ends the program with status 2, or 0 for `--help`, if there is nothing to do.

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
        description="Talks to a server of its own, or to one that is shared. `python -m svvs codegen` writes typed classes.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--attach", metavar="PLACE", help="the name or socket of a shared server")
    parsers = parser.add_subparsers(metavar="COMMAND", required=True)

    call = parsers.add_parser("call", help="call an action and print the state that it leaves")
    _add_view(call)
    call.add_argument("action", metavar="ACTION")
    call.add_argument("argument", metavar="NAME=VALUE", nargs="*")
    call.set_defaults(run=commands.call)

    wait = parsers.add_parser("wait", help="wait until a condition is true of the state, and print that state")
    _add_view(wait)
    wait.add_argument("--until", metavar="EXPR", required=True, help="such as 'count > 3 and user.name != null'")
    _add_notify(wait)
    wait.set_defaults(run=commands.wait, timeout=SECONDS)

    watch = parsers.add_parser("watch", help="print the state and each change of it, a line of JSON each")
    _add_view(watch, may_be_all=True)
    watch.add_argument("--until", metavar="EXPR", help="end when this is true of the state")
    _add_notify(watch)
    watch.set_defaults(run=commands.watch)

    repl_parser = parsers.add_parser("repl", help="do what lines of standard input say")
    repl_parser.add_argument("--timeout", metavar="SECONDS", type=seconds, help="for each call; default: none")
    repl_parser.set_defaults(run=repl)

    tui_parser = parsers.add_parser("tui", help="show views as cards in the terminal")
    tui_parser.set_defaults(run=tui, timeout=None)
    for each in (call, wait, watch, repl_parser, tui_parser):
        each.add_argument("--attach", metavar="PLACE", default=argparse.SUPPRESS, help=argparse.SUPPRESS)

    options, rest = parser.parse_known_args(own)
    # What follows an option may be left over: arguments of the action.
    if hasattr(options, "argument") and not any(word.startswith("-") for word in rest):
        options.argument, rest = [*options.argument, *rest], []
    if rest:
        options_first = [word for word in rest if word.startswith("-")] or rest
        shown = [word.partition("=")[0] for word in options_first]  # what follows may be a password
        parser.error(f"unrecognized arguments: {' '.join(shown)}")
    if getattr(options, "type", "") is None and (reason := _refused_for_all(options)):
        parser.error(reason)
    options.server_options = server_options
    return options


def _refused_for_all(options: argparse.Namespace) -> str | None:
    """What is wrong about watching all views."""
    if options.session is None:
        return "the following arguments are required: TYPE, or else --session"
    if options.until or options.notify or options.param or options.set or options.call:
        return "a condition, a parameter, a property or a call is for one view: name it"
    return None


def _add_view(parser: argparse.ArgumentParser, may_be_all: bool = False) -> None:
    help = "the type of the view to open" + (", or, with --session, none for all that are open" if may_be_all else "")
    parser.add_argument("type", metavar="TYPE", nargs="?" if may_be_all else None, help=help)
    parser.add_argument("--session", metavar="NAME", help="open no view, but use one of this shared session")
    parser.add_argument("-p", "--param", metavar="NAME=VALUE", action="append", default=[], help="for the opening")
    parser.add_argument("-s", "--set", metavar="NAME=VALUE", action="append", default=[], help="a property to set")
    parser.add_argument(
        "-c", "--call", metavar="'ACTION NAME=VALUE…'", action="append", default=[], help="call this before"
    )
    parser.add_argument("--delivery", choices=["properties", "patch", "signal"])
    help = f"default: {SECONDS:.0f}; watch: none"
    parser.add_argument("--timeout", metavar="SECONDS", type=seconds, help=help)


def _add_notify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-n", "--notify", metavar="'ACTION NAME=VALUE…'", action="append", default=[], help="begin this meanwhile"
    )


def seconds(text: str) -> float:
    number = float(text)
    if not (math.isfinite(number) and number >= 0):
        raise argparse.ArgumentTypeError("a number of seconds is not negative")
    return number
