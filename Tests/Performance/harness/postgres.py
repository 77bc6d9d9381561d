"""PostgreSQL for a scenario: a server of its own, what is done to it by programs of its own, and servers on it."""
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

sys.path.append(str(PERFORMANCE.parent / "Postgres"))

from cluster import Cluster  # noqa: E402, it is found there
from programs import program  # noqa: E402

CLIENTS = 16
# Counts statements, from their beginning to their end, by database.
COUNTING = {"shared_preload_libraries": "pg_stat_statements"}
APP = "app"
RATE = re.compile(rb"^tps = ([\d.]+)", re.MULTILINE)


# Of all of them; an address has none, as the server wants it.
os.environ["PGPASSWORD"] = secrets.token_hex(8)


class Postgres(Cluster):
    """It has a database for the app, and one from which that is watched. Each commit reaches the disk."""

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
        """Runs statements as another program does, and returns the values of the first row."""
        command = (program("psql"), "-XAtq", "-v", "ON_ERROR_STOP=1", self.url(database))
        return output_of(*command, text=statement.encode(), timeout=TIMEOUT).decode().strip()

    @contextlib.contextmanager
    def holding(self, statement: str) -> Iterator[None]:
        """A transaction that has run this, and stays open for as long as the block runs."""
        command = [program("psql"), "-XAtq", self.address]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
            assert process.stdin and process.stdout
            process.stdin.write(f"BEGIN;\n{statement};\nSELECT 1;\n".encode())
            process.stdout.readline()
            yield
            process.stdin.close()

    def rate(self, statement: str, folder: str, seconds: int) -> float:
        """How many such transactions a second many clients come to."""
        script = Path(folder) / "script.sql"
        script.write_text(statement)
        command = (program("pgbench"), "-n", "-c", str(CLIENTS), "-j", "2", "-T", str(seconds), "-f", script, self.address)
        found = RATE.search(output_of(*command, is_quiet=True))
        assert found, "pgbench says no rate"
        return float(found.group(1))

    def count_statements(self) -> None:
        """Begins to count those of the app's database; see `COUNTING`."""
        self.do("CREATE EXTENSION IF NOT EXISTS pg_stat_statements; SELECT pg_stat_statements_reset()", "postgres")

    def statements(self, like: str = "%", what: str = "calls") -> int:
        """How many have run since, that are like this, or how many rows they had."""
        return int(self.do(
            f"SELECT coalesce(sum({what}), 0) FROM pg_stat_statements JOIN pg_database ON oid = dbid "
            f"WHERE datname = '{APP}' AND query LIKE '{like}'", "postgres"))


def server_on(postgres: Postgres, bench: Bench) -> Server:
    return Server(bench.svvs, "serve", "--database", postgres.address)
