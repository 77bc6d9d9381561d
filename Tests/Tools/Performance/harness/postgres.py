"""PostgreSQL for a scenario: a separate cluster, statements by PostgreSQL's own programs, and servers that use it."""
from __future__ import annotations

import contextlib
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from .processes import output_of
from .products import PERFORMANCE
from .scenario import Bench
from .server import TIMEOUT, Server

sys.path.append(str(PERFORMANCE.parents[1] / "Server/postgres"))

from cluster import Cluster  # noqa: E402, it is found there
from programs import program  # noqa: E402

CLIENTS = 16
# Loads an extension that counts the statements of each database when they have ended.
COUNTING = {"shared_preload_libraries": "pg_stat_statements"}
APP = "app"
RATE = re.compile(rb"^tps = ([\d.]+)", re.MULTILINE)


# For all of these programs; the address has no password, as the server requires.
os.environ["PGPASSWORD"] = secrets.token_hex(8)


class Postgres(Cluster):
    """A cluster with a database for the app, and one for its observation. Each commit is flushed to the disk."""

    def __init__(self, **settings: str) -> None:
        super().__init__(fsync="on", **settings)

    def __enter__(self) -> Postgres:
        super().__enter__()
        self.do(f"CREATE DATABASE {APP}", "postgres")
        return self

    @property
    def address(self) -> str:
        return self.url(APP)

    def do(self, statement: str, database: str = APP) -> str:
        """Runs statements in another process, and returns the values of the first row."""
        command = (program("psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", self.url(database))
        return output_of(*command, text=statement.encode(), timeout=TIMEOUT).decode().strip()

    @contextlib.contextmanager
    def holding(self, statement: str) -> Iterator[None]:
        """Opens a transaction that runs the statement and stays open until the end of the block."""
        command = [program("psql"), "-XAtq", self.address]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
            assert process.stdin and process.stdout
            process.stdin.write(f"BEGIN;\n{statement};\nSELECT 1;\n".encode())
            process.stdout.readline()
            yield
            process.stdin.close()

    def rate(self, statement: str, folder: str, seconds: int) -> float:
        """The number of such transactions that the clients complete in a second."""
        script = Path(folder) / "script.sql"
        script.write_text(statement)
        command = (program("pgbench"), "-n", "-c", str(CLIENTS), "-j", "2", "-T", str(seconds), "-f", script, self.address)
        found = RATE.search(output_of(*command, is_quiet=True))
        assert found, "pgbench printed no rate"
        return float(found.group(1))

    def count_statements(self) -> None:
        """Begins to count the statements of the app's database; see `COUNTING`."""
        self.do("CREATE EXTENSION IF NOT EXISTS pg_stat_statements; SELECT pg_stat_statements_reset()", "postgres")

    def statements(self, like: str = "%", what: str = "calls") -> int:
        """The number of such statements that have run since, or of their rows."""
        return int(self.do(
            f"SELECT coalesce(sum({what}), 0) FROM pg_stat_statements JOIN pg_database ON oid = dbid "
            f"WHERE datname = '{APP}' AND query LIKE '{like}'", "postgres"))


def server_on(postgres: Postgres, bench: Bench) -> Server:
    return Server(bench.svvs, "serve", "--database", postgres.address)
