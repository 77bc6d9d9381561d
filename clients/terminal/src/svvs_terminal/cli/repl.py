"""`repl`: a prompt at which views live."""

from __future__ import annotations

import argparse
import sys
from io import TextIOWrapper
from typing import cast

import svvs

from .catalog import Catalog
from .desk import Desk
from .face import Face, Pipe, complain
from .host import Host
from .lines import Lines
from .starting import NoServer, started
from .status import DONE, NO_SERVER, status_of


def repl(options: argparse.Namespace) -> int:
    """Reads lines and does what they say, until the end of input. A line that is wrong prints why, and ends nothing.

    The status is that of the first line of a pipe that has failed; a person has seen that.
    """
    # A line that is not UTF-8 is a wrong line, and no more.
    cast("TextIOWrapper", sys.stdin).reconfigure(errors="surrogateescape")
    if not sys.stdin.isatty():
        return _run(options, Pipe())
    from .prompt import Prompt  # takes hold of the terminal

    return _run(options, Prompt())


def _run(options: argparse.Namespace, face: Face) -> int:
    host = Host(lambda: started(options), face.end)
    try:
        catalog = Catalog(host.running().request("rpc.discover"))
        desk = Desk(host, catalog, face)
        lines = Lines(desk, catalog, face)
        face.begin(lines.completions, lambda: catalog.secrets)
        first = ["open"] if face.is_guided and catalog.start is not None else []
        status = DONE
        while not lines.is_done:
            try:
                line = first.pop() if first else face.read(desk.current or "svvs")
                if not face.is_guided:
                    host.running()
                lines.run(line)
                desk.follow()
            except EOFError:
                break
            except KeyboardInterrupt:
                face.tell("")
            except face.survived as error:
                status = status or status_of(error)
                if isinstance(error, svvs.ServerDied | svvs.BadMessage):
                    host.wait_told()
                if error is not host.end:
                    complain(error)
                if isinstance(error, svvs.Disconnected) and face.is_guided:
                    face.tell("`reopen` opens again what is lost")
            desk.flush()
        if face.is_guided:
            return DONE if host.end is None else NO_SERVER
        host.running()
        return status
    except NoServer as error:  # in a pipe, where nobody is to be advised
        raise host.end or error from None
    finally:
        host.close()
