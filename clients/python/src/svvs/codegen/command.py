"""`python -m svvs codegen`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import svvs

from .discovery import app_schema
from .module import SchemaError, generate

_EPILOG = """\
What follows `--` is appended to the server's command, which is `svvs serve`, or else the line in the environment variable
SVVS. Exit status: 0 done; 2 wrong usage, or not a schema; 3 the server refused; 4 there is no server to talk to."""


def main(words: Sequence[str]) -> int:
    """Writes the module of a schema or a server, and returns the exit status."""
    own, options = list(words), list[str]()
    if "--" in own:
        at = own.index("--")
        own, options = own[:at], own[at + 1 :]
    parser = argparse.ArgumentParser(
        prog="python -m svvs codegen", description="Writes typed classes for the views of an app.", epilog=_EPILOG
    )
    help = "the file that `svvs schema` calls app.schema.json; default: the schema that the server sends"
    parser.add_argument("schema", metavar="SCHEMA", nargs="?", help=help)
    parser.add_argument("-o", "--output", metavar="FILE", help="the module to write; default: standard output")
    parser.add_argument("--asyncio", action="store_true", help="write classes for asyncio")
    parser.add_argument("--attach", metavar="PLACE", help="the name or socket of a shared server")
    given = parser.parse_intermixed_args(own)
    try:
        schema = _read(given.schema) if given.schema is not None else _discovered(given.attach, options)
        _write(generate(schema, given.asyncio), given.output)
        return 0
    except (SchemaError, ValueError) as error:
        return _failed(error, 2)
    except svvs.ResponseError as error:
        return _failed(error, 3)
    except svvs.Error as error:
        return _failed(error, 4)


def _failed(error: Exception, status: int) -> int:
    print(f"svvs: {error}", file=sys.stderr)
    return status


def _read(path: str) -> Any:
    try:
        return json.loads(Path(path).read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise SchemaError(f"cannot read {path}: {error}") from None


def _discovered(place: str | None, options: Sequence[str]) -> dict[str, Any]:
    with svvs.Server(*options) if place is None else svvs.attach(place, options=options) as server:
        return app_schema(server.request("rpc.discover"))


def _write(text: str, path: str | None) -> None:
    if path is None:
        sys.stdout.write(text)
        return
    output = Path(path)
    temporary = output.with_name(f"{output.name}.{os.getpid()}.tmp")
    try:
        temporary.write_text(text, "utf-8")
        temporary.replace(output)  # so that no reader finds a part of the module
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise SchemaError(f"cannot write {output}: {error.strerror}") from None
