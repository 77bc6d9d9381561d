"""A lock that holds up the commits that insert rows into a table."""
from __future__ import annotations

import contextlib

LOCK = 1
# Each commit takes the same lock in shared mode, and waits while another session holds it.
TRIGGER = """
CREATE FUNCTION svvs.wait_for_gate_of_{table}() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN PERFORM pg_catalog.pg_advisory_xact_lock_shared({lock}); RETURN NULL; END';
CREATE CONSTRAINT TRIGGER gate AFTER INSERT ON svvs.{table} DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION svvs.wait_for_gate_of_{table}()"""
WAITING = """
SELECT client_port FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND objid = %s AND objsubid = 1 AND NOT granted"""


class CommitGate:
    """Commits wait only within `closed`."""

    def __init__(self, database, table):
        self.database = database
        database.run(TRIGGER.format(table=table, lock=LOCK))

    @contextlib.contextmanager
    def closed(self):
        with self.database.connect() as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            yield

    @property
    def waiting(self):
        """The client ports of the connections whose commits wait."""
        return {port for port, in self.database.rows(WAITING, LOCK)}
