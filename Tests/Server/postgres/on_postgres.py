"""A plugin that runs the black-box tests of stored data on PostgreSQL, unchanged:

    PYTHONPATH=Tests/Server/postgres:Tests/Server/support pytest -p on_postgres Tests/Server/app Tests/Server/persistence

Each database file of a test is a schema of its own, and so is the database of a server that is given no file.
"""
from __future__ import annotations

import contextlib
import inspect
import itertools
import shlex
from pathlib import Path

import psycopg
import pytest

import database as file
import server as driver
from databases import Database

pytest_plugins = ["clusters"]
NUMBERS = itertools.count()

# The files of tests about stored data.
FILES = {f"test_{name}" for name in ("chat", "chat_processes", "chat_rooms", "counter_settings", "notes",
                                     "two_servers")}
# The tests that are only about files.
OF_FILES = {"test_several_may_make_the_file_at_once"}
START = """
schema={test}-$$ count=$#
while [ $count -gt 0 ]; do
  if [ "$1" = --database ]; then
    schema={test}-$(basename "$2") count=$((count - 1))
    shift
  else
    set -- "$@" "$1"
  fi
  shift
  count=$((count - 1))
done
exec {command} "$@" --database {address} --database-schema "$schema"
"""


class Raw:
    """A connection of another program, which speaks as one to SQLite does."""

    def __init__(self, connection):
        self._connection = connection

    def execute(self, statement, values=()):
        return self._connection.execute(statement.replace("?", "%s"), values)


def pytest_configure(config):
    found = {path.stem for path in config.rootpath.rglob("test_*.py")}
    assert FILES <= found, f"no such files: {FILES - found}"


def pytest_ignore_collect(collection_path):
    return True if collection_path.stem not in FILES and collection_path.is_file() else None


def pytest_collection_modifyitems(items):
    """Leaves out the tests about files, and those whose data is at an HTTP backend. Only the parameters of the test count:
    the fixture `server` of test_notes uses the backend for some of its own parameters.
    """
    items[:] = [item for item in items if item.originalname not in OF_FILES and not
                {"online", "backend"} & inspect.signature(item.function).parameters.keys()]


@pytest.fixture(scope="session")
def database_of_all(all_tests_cluster):
    return Database(all_tests_cluster)


@pytest.fixture(autouse=True)
def on_postgres(database_of_all, monkeypatch, tmp_path):
    test = next(NUMBERS)

    @contextlib.contextmanager
    def raw(path):
        options = f'-csearch_path="{test}-{Path(path).name}"'
        with psycopg.connect(database_of_all.url(), autocommit=True, options=options) as connection:
            yield Raw(connection)

    start = START.format(test=test, command=shlex.join(driver.COMMAND), address=database_of_all.url())
    file.start_through(monkeypatch, tmp_path, start)
    current.append(raw)
    yield
    current.pop()


def tables(connection):
    """The names of all tables of the schema."""
    query = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
    return [name for name, in connection.execute(query)]


# The tests take these from their module before any of them runs.
current = []
file.raw, file.tables = lambda path: current[-1](path), tables
