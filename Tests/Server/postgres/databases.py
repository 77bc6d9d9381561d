"""A database of a cluster, made for one test, and operations on it that bypass the state server."""
from __future__ import annotations

import contextlib
import itertools
import os
import signal

import psycopg
from psycopg.sql import SQL, Identifier

from conditions import wait_until

NAMES = (f"test{number}" for number in itertools.count())


class Database:
    def __init__(self, cluster, name=None, is_there=False):
        self.cluster, self.name = cluster, name or next(NAMES)
        # The parameters of each connection, unless others are given.
        self.parameters = {}
        if not is_there:
            self._manage("CREATE DATABASE {}")

    def drop(self):
        """Ends who is still connected."""
        self._manage("DROP DATABASE {} WITH (FORCE)")

    def _manage(self, statement):
        with psycopg.connect(self.cluster.url(), autocommit=True) as connection:
            connection.execute(SQL(statement).format(Identifier(self.name)))

    def url(self, **parameters):
        return self.cluster.url(self.name, **parameters)

    def socket_url(self, **parameters):
        return self.cluster.socket_url(self.name, **parameters)

    def connect(self, **parameters):
        """A connection of another program; each statement is a transaction of its own, unless one is begun."""
        return psycopg.connect(self.url(), autocommit=True, **{**self.parameters, **parameters})

    def run(self, statement, *values):
        with self.connect() as connection:
            connection.execute(statement, values or None)

    def rows(self, query, *values):
        with self.connect() as connection:
            return connection.execute(query, values or None).fetchall()

    @contextlib.contextmanager
    def transaction(self, *statements):
        """A transaction that has done this and stays open, with what it has locked; it is rolled back at the end."""
        with self.connect() as connection:
            for statement in ("BEGIN", *statements):
                connection.execute(statement)
            yield connection
            connection.execute("ROLLBACK")

    def backends(self):
        """The processes that serve other connections to it."""
        query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        return [pid for pid, in self.rows(query)]

    def cut_off(self):
        """Ends all other connections, as an administrator does."""
        self.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                  "WHERE datname = current_database() AND pid <> pg_backend_pid()")

    def crash(self):
        """Kills one backend, upon which the server ends all others and recovers by itself; returns when it has."""
        killed = self.backends()
        os.kill(killed[0], signal.SIGKILL)
        wait_until(lambda: self._has_none_of(killed))

    def _has_none_of(self, backends):
        try:
            return not set(backends) & set(self.backends())
        except psycopg.OperationalError:
            return False
