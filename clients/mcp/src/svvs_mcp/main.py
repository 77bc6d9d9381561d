"""The command `svvs-mcp`: its options, and the end of the process."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from pathlib import Path

from svvs.process import command_words

from . import __version__
from .app import App
from .tools import Log, serve

_DESCRIPTION = """Serves the views of an app to an agent, on standard input and output. The command of the app follows
`--`; by default, it is that of the environment variable SVVS, or else `svvs serve`."""


def main() -> None:
    app, log = created(sys.argv[1:])
    # The SDK logs messages that it cannot read, which may contain passwords.
    logging.getLogger("mcp").setLevel(logging.CRITICAL + 1)
    asyncio.run(serve(app, log))


def created(words: list[str]) -> tuple[App, Log]:
    """The app and the log of a command line. Ends the process after a message if there is a mistake."""
    end = words.index("--") if "--" in words else len(words)
    command = words[end + 1 :] or None
    parser = argparse.ArgumentParser(
        "svvs-mcp", description=_DESCRIPTION, usage="%(prog)s [OPTION…] [-- COMMAND…]", allow_abbrev=False)
    parser.add_argument("--read-only", action="store_true", help="no actions, and nothing is set")
    parser.add_argument("--only", metavar="TYPE", nargs="+", help="only views of these types")
    parser.add_argument("--attach", metavar="NAME", help="use a shared server; start it if it does not run")
    parser.add_argument("--log", metavar="FILE", type=Path, help="append a line of JSON for each use of a tool")
    parser.add_argument("--version", action="version", version=__version__)
    options = parser.parse_args(words[:end])
    try:
        command_words(command, [])
        return App(command, options.attach, options.only, options.read_only), Log(options.log)
    except (OSError, ValueError) as error:
        parser.error(str(error))
