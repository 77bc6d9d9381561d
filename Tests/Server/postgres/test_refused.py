"""A database that cannot be used is refused at the start, in one line that says why, without a password."""
import subprocess

import pytest

from impostors import of_version, speaks_http
from pages import Pages
from programs import give_to_owner
from refusals import refusal

SECRET = "hunter2-and-more"


@pytest.fixture
def role(database):
    """Makes a role, and returns an address with its name."""
    def make(name, *statements):
        database.run(f"CREATE ROLE {name} LOGIN PASSWORD '{database.cluster.password}'")
        for statement in statements:
            database.run(statement)
        return database.url(user=name)

    yield make
    for name, in database.rows("SELECT rolname FROM pg_roles WHERE rolname LIKE 'test_%'"):
        database.run(f"DROP OWNED BY {name}")
        database.run(f"DROP ROLE {name}")


@pytest.mark.parametrize("address", [
    "postgres://127.0.0.1:99999999/x", "postgres://[::1/x", "postgres://h/d?no_such_option=1",
    f"postgres://me:{SECRET}@127.0.0.1:no_port/app", f"postgres://me:{SECRET}%ZZ@127.0.0.1/app",
    f"host=127.0.0.1 password={SECRET} no_such_keyword=1", f"host=127.0.0.1 password='{SECRET}",
    f"postgres://me:{SECRET}@/%00",
])
def test_an_invalid_address(address):
    assert SECRET not in refusal("--database", address)


def test_an_option_that_cannot_have_this_value():
    assert "sslmode" in refusal("--database", "postgres://me@127.0.0.1/app?sslmode=whatever")


def test_a_wrong_password(database):
    line = refusal("--database", database.url(), PGPASSWORD=SECRET)
    assert "password" in line and SECRET not in line


def test_a_password_on_the_command_line(database):
    """Where everybody on the machine could read it."""
    assert "PGPASSWORD" in refusal("--database", database.url(password=SECRET))
    assert "PGPASSWORD" in refusal("--database", f"host=127.0.0.1 password={SECRET}")


def test_no_such_database(database):
    line = refusal("--database", database.cluster.url("no such database"))
    assert "no such database" in line and database.cluster.password not in line


def test_no_such_role(database):
    assert SECRET not in refusal("--database", database.url(user="nobody at all"), PGPASSWORD=SECRET)


def test_a_role_that_may_not_create(role):
    assert "CREATE SCHEMA" in refusal("--database", role("test_poor"))


def test_a_role_that_may_not_create_in_a_schema_that_is_there(role):
    address = role("test_guest", "CREATE SCHEMA svvs", "GRANT USAGE ON SCHEMA svvs TO test_guest")
    assert "CREATE TABLE" in refusal("--database", address)


def test_a_server_of_something_else(impostor):
    assert "invalid response" in refusal("--database", impostor(speaks_http).url)


@pytest.mark.parametrize("version", ["12.22", "9.6.24"])
def test_a_version_that_is_too_old(impostor, version):
    line = refusal("--database", impostor(of_version(version)).url)
    assert version.split(".")[0] in line and "13" in line


def test_a_newer_schema(start, database):
    assert start("--database", database.url()).finish() == 0
    database.run("INSERT INTO svvs.svvs_migration (name) VALUES ('from the future')")
    assert "newer version" in refusal("--database", database.url())


@pytest.mark.parametrize("name", ["", "x" * 64, "ä" * 32])
def test_a_name_that_no_schema_can_have(database, name):
    refusal("--database", database.url(), "--database-schema", name)


@pytest.mark.parametrize("name", ["$user", "public", "information_schema", "pg_catalog", "pg_mine"])
def test_a_schema_whose_name_has_another_meaning(database, name):
    assert f'"{name}" cannot hold the data' in refusal("--database", database.url(), "--database-schema", name)


def test_a_schema_without_a_server(tmp_path):
    refusal("--database", str(tmp_path / "app.sqlite"), "--database-schema", "mine")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """One that names another host, and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=elsewhere",
                    "-addext", "subjectAltName=DNS:elsewhere,IP:127.0.0.1", "-keyout", folder / "key", "-out",
                    folder / "certificate"], check=True, capture_output=True)
    return folder


@pytest.fixture
def secured(own, certificate):
    cluster = own()
    for name in ("key", "certificate"):
        copy = cluster.data / name
        copy.write_bytes((certificate / name).read_bytes())
        copy.chmod(0o600)
        give_to_owner(copy)
    cluster.settings.update(ssl="on", ssl_key_file="key", ssl_cert_file="certificate")
    return cluster.restart()


def test_a_certificate(start, secured, certificate):
    trusted = {"sslmode": "verify-full", "sslrootcert": str(certificate / "certificate")}
    page = Pages(start("--database", secured.url(**trusted)))
    assert page.add("encrypted") is None
    # Nobody whom the system trusts has signed it, and it is not that of this name.
    for wrong in ({"sslmode": "verify-full", "sslrootcert": "/etc/ssl/certs/ca-certificates.crt"},
                  {**trusted, "host": "localhost"}):
        assert "certificate" in refusal("--database", secured.url(**wrong))


def test_encryption_that_the_server_has_not(database):
    assert "SSL" in refusal("--database", database.url(sslmode="require"))


def test_a_role_that_may_only_read(start, role, database):
    owner = Pages(start("--database", database.url(), "--language", "en"))
    owner.add("readable")
    address = role("test_reader", "GRANT USAGE ON SCHEMA svvs TO test_reader",
                   "GRANT SELECT ON ALL TABLES IN SCHEMA svvs TO test_reader")
    server = start("--database", address, "--language", "en")
    menu, settings = server.open("smoothies"), server.open("counterSettings")
    server.call("fetch", {"view": menu})
    server.call("toggleFavorite", {"view": menu, "id": owner.ids[0]})
    server.call("setStartCount", {"view": settings, "count": 1})
    for view in (menu, settings):
        assert server.holds(view, errorMessage="The database does not permit this operation")
    # Changes by others are shown all the same.
    owner.toggle(owner.ids[1])
    server.until(menu, errorMessage="The database does not permit this operation")
    while not any(row["isFavorite"] for row in server.state(menu)["smoothies"]):
        server.read()


def test_a_session_that_is_read_only(start, role, database):
    assert start("--database", database.url()).finish() == 0
    database.run("ALTER ROLE postgres SET default_transaction_read_only = on")
    try:
        server = start("--database", database.url(), "--language", "en")
        settings = server.open("counterSettings")
        server.call("setStartCount", {"view": settings, "count": 1})
        assert server.holds(settings, startCount=0,
                            errorMessage="The data cannot be changed: it is read-only")
    finally:
        with database.connect(options="-cdefault_transaction_read_only=off") as other:
            other.execute("ALTER ROLE postgres RESET default_transaction_read_only")
