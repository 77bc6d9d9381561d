"""An administrator's partitions of the table of favourites."""
from __future__ import annotations

# The partitions of the last favourites of the menu, which no user changes.
DETACHED, DROPPED, STRAIGHT = "favorite_detached", "favorite_dropped", "favorite_straight"
NAMES = [DETACHED, DROPPED, STRAIGHT]


class Partitions:
    """Three partitions with one favourite each, and one for all others. `identifiers` are those of the three."""

    def __init__(self, database, identifiers):
        self.database, self.identifiers = database, dict(zip(NAMES, identifiers, strict=True))
        with database.connect() as connection, connection.transaction():
            connection.execute("ALTER TABLE svvs.favorite RENAME TO favorite_others")
            connection.execute("ALTER INDEX svvs.favorite_pkey RENAME TO favorite_others_pkey")
            connection.execute("CREATE TABLE svvs.favorite (smoothieID TEXT NOT NULL PRIMARY KEY) "
                               "PARTITION BY LIST (smoothieID)")
            connection.execute("ALTER TABLE svvs.favorite ATTACH PARTITION svvs.favorite_others DEFAULT")
        for name in NAMES:
            self._make(name)

    def detach_or_attach(self):
        if self._is_attached(DETACHED):
            self.database.run(f"ALTER TABLE svvs.favorite DETACH PARTITION svvs.{DETACHED}")
        else:
            self.database.run(f"ALTER TABLE svvs.favorite ATTACH PARTITION svvs.{DETACHED} {self._values(DETACHED)}")

    def drop_or_make(self):
        if self._is_attached(DROPPED):
            self.database.run(f"DROP TABLE svvs.{DROPPED}")
        else:
            self._make(DROPPED)

    def write_straight(self):
        """Inserts or deletes a row of a partition, without naming the whole table."""
        with self.database.connect() as connection, connection.transaction():
            if not connection.execute(f"DELETE FROM svvs.{STRAIGHT}").rowcount:
                connection.execute(f"INSERT INTO svvs.{STRAIGHT} VALUES (%s)", [self.identifiers[STRAIGHT]])

    def restore(self):
        if not self._is_attached(DETACHED):
            self.detach_or_attach()
        if not self._is_attached(DROPPED):
            self.drop_or_make()

    def _make(self, name):
        """Creates a partition with its row in one transaction, because it has no triggers yet."""
        with self.database.connect() as connection, connection.transaction():
            connection.execute(f"CREATE TABLE svvs.{name} PARTITION OF svvs.favorite {self._values(name)}")
            connection.execute("INSERT INTO svvs.favorite VALUES (%s)", [self.identifiers[name]])

    def _values(self, name):
        return f"FOR VALUES IN ('{self.identifiers[name]}')"

    def _is_attached(self, name):
        query = "SELECT 1 FROM pg_class WHERE oid = to_regclass(%s) AND relispartition"
        return bool(self.database.rows(query, f"svvs.{name}"))
