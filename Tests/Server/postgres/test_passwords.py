"""Every way in which libpq is given a password leads into the database, and none shows it."""
import subprocess

import pytest
from psycopg.sql import SQL, Identifier, Literal

from conditions import wait_until
from pages import UNREACHABLE, Pages

SECRET = "p@ss/w:rd %41#?&'\\ Grüße"
REFUSED = "The database does not permit this operation"


@pytest.fixture
def role(database):
    """A role that may make its own schema."""
    name = "test user@host"
    with database.connect() as other:
        other.execute(SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(Identifier(name), Literal(SECRET)))
        other.execute(SQL("GRANT CREATE ON DATABASE {} TO {}").format(Identifier(database.name), Identifier(name)))
    yield name
    with database.connect() as other:
        other.execute(SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(Identifier(name)))


def quoted(value):
    """As a keyword's value."""
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def way(kind, role, database, folder):
    """An address, and the environment that it needs."""
    port, service = database.cluster.port, folder / "services"
    keywords = f"host=127.0.0.1 port={port} dbname={database.name} user={quoted(role)}"
    if kind == "PGPASSWORD":
        return database.url(user=role), {"PGPASSWORD": SECRET}
    if kind == "PGUSER":
        return f"postgresql://127.0.0.1:{port}/{database.name}", {"PGUSER": role, "PGPASSWORD": SECRET}
    if kind == "keywords":
        return keywords, {"PGPASSWORD": SECRET}
    if kind == "a password file":
        file = folder / "passwords"
        secret = SECRET.replace("\\", "\\\\").replace(":", "\\:")
        file.write_text(f"127.0.0.1:{port}:*:{role}:{secret}\n")
        file.chmod(0o600)
        return keywords, {"PGPASSFILE": str(file), "PGPASSWORD": ""}
    # A service file knows no quotes.
    service.write_text(f"[app]\nhost=127.0.0.1\nport={port}\ndbname={database.name}\nuser={role}\npassword={SECRET}\n")
    return "postgres://?service=app", {"PGSERVICEFILE": str(service), "PGPASSWORD": ""}


@pytest.mark.parametrize("kind", ["PGPASSWORD", "PGUSER", "keywords", "a password file", "a service file"])
def test_a_password_leads_in_and_shows_nowhere(start, role, database, tmp_path, kind):
    address, environment = way(kind, role, database, tmp_path)
    server = start("--database", address, "--log-level", "trace", "--language", "en", environment=environment)
    page = Pages(server, retries=True)
    assert outcome(page, "inside") is None
    # Whatever goes wrong then.
    database.cut_off()
    page.add("once more")
    database.cluster.stop()
    page.add("while it is gone")
    line = subprocess.run(["ps", "-ww", "-o", "args=", "-p", str(server.pid)], capture_output=True, text=True).stdout
    database.cluster.start()
    assert server.finish() == 0
    shown = server.everything.decode() + server.errors + line
    for form in (SECRET, "p%40ss", "p@ss", "Grüße", "Gr%C3%BC"):
        assert form not in shown


def test_a_password_that_is_not_the_right_one_shows_nowhere(start, role, database, tmp_path):
    """The role's was changed while the server runs."""
    server = start("--database", database.url(user=role), "--log-level", "trace", "--language", "en",
                   environment={"PGPASSWORD": SECRET})
    page = Pages(server, retries=True)
    with database.connect() as other:
        other.execute(SQL("ALTER ROLE {} PASSWORD 'another'").format(Identifier(role)))
    database.cut_off()
    page.wait(lambda: page.error(page.menu) == REFUSED)
    assert outcome(page, "refused") == REFUSED
    assert "p@ss" not in server.everything.decode() + server.errors
    with database.connect() as other:
        other.execute(SQL("ALTER ROLE {} PASSWORD {}").format(Identifier(role), Literal(SECRET)))
    page.wait(lambda: page.error(page.menu) is None)
    assert outcome(page, "let in again") is None


def outcome(page, text):
    """Adds a note until the database is reached, which a busy machine may delay, and returns the error, or None."""
    wait_until(lambda: page.add(text) != UNREACHABLE)
    return page.error(page.notes)
