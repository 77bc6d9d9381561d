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
The options after `--` are appended to the command of the server: the line in the environment variable SVVS, or else
`svvs serve`. Exit status: 0 success; 2 invalid usage or schema; 3 the server refused the request; 4 no server."""


def main(words: Sequence[str]) -> int:
    """Writes the module for a schema or a server. Returns the exit status."""
    own, options = list(words), list[str]()
    if "--" in own:
        at = own.index("--")
        own, options = own[:at], own[at + 1 :]
    parser = argparse.ArgumentParser(
        prog="python -m svvs codegen", description="Writes typed classes for the views of an app.", epilog=_EPILOG
    )
    help = "the file app.schema.json that `svvs schema` writes; default: ask the server for its schema"
    parser.add_argument("schema", metavar="SCHEMA", nargs="?", help=help)
    parser.add_argument("-o", "--output", metavar="FILE", help="the module to write; default: standard output")
    parser.add_argument("--asyncio", action="store_true", help="write classes for asyncio")
    parser.add_argument("--attach", metavar="PLACE", help="ask a shared server; PLACE is its name or socket")
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
        temporary.replace(output)  # atomically: no program imports a half-written module
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise SchemaError(f"cannot write {output}: {error.strerror}") from None
