"""The bench itself: its servers leave nothing behind, and its faults are those that they are said to be."""
import json
import os
import signal
import subprocess
from pathlib import Path

import psycopg
import pytest

from full_disk import SEGMENTS, full_disk
from impostors import breaks_off, of_version, says_nothing, speaks_http
from processes import children, has_ended

COMMAND = str(Path(__file__).with_name("cluster"))


@pytest.mark.parametrize("end", ["input", signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_cluster_ends_with_its_command(end):
    command = subprocess.Popen([COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    started = json.loads(command.stdout.readline())
    for address in (started["url"], started["socketUrl"]):
        with psycopg.connect(address) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
    running = [started["pid"], *children(started["pid"])]
    if end == "input":
        command.stdin.close()
    else:
        command.send_signal(end)
    status = command.wait(10)
    assert status == (0 if end == "input" else -end if end == signal.SIGKILL else 128 + end)
    assert all(is_gone(pid) for pid in running)
    if end == signal.SIGKILL:
        subprocess.run(["rm", "-r", started["folder"]], check=True)
    assert not os.path.exists(started["folder"])


def is_gone(pid):
    try:
        return has_ended(pid)
    except ProcessLookupError:
        return True


def test_a_cluster_for_a_command_has_its_status_and_ends_with_it():
    script = 'psql -Atc "SHOW data_directory" "$SVVS_POSTGRES"; exit 7'
    result = subprocess.run([COMMAND, "sh", "-c", script], capture_output=True, text=True)
    assert result.returncode == 7 and result.stdout.strip() and not os.path.exists(result.stdout.strip())


def test_a_password_is_needed(database):
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(database.url(password="wrong"))


def test_a_crash_keeps_what_was_committed_and_empties_what_is_not_logged(database):
    database.run("CREATE TABLE kept (id INT)")
    database.run("CREATE UNLOGGED TABLE lost (id INT)")
    for table in ("kept", "lost"):
        database.run(f"INSERT INTO {table} VALUES (1)")
    database.cluster.kill()
    database.cluster.start()
    assert database.rows("SELECT * FROM kept") == [(1,)] and database.rows("SELECT * FROM lost") == []


def test_a_proxy_cuts_at_a_byte_holds_and_refuses(database, proxy):
    address = database.url(port=proxy.port)
    for limits in ((20, None), (None, 20)):
        proxy.limits = limits
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(address)
    proxy.limits = (None, None)
    with psycopg.connect(address) as connection:
        connection.execute("SELECT 1")
        proxy.cut()
        with pytest.raises(psycopg.OperationalError):
            connection.execute("SELECT 1")
    proxy.close()
    with pytest.raises(psycopg.OperationalError, match="refused"):
        psycopg.connect(address)
    proxy.open()
    proxy.hold()
    with pytest.raises(psycopg.OperationalError, match="timeout"):
        psycopg.connect(address, connect_timeout=2)
    proxy.release()
    psycopg.connect(address).close()


@pytest.mark.parametrize("way", ["sent", "received"])
def test_a_proxy_cuts_one_connection_within_what_passes(database, proxy, way):
    connections = [psycopg.connect(database.url(port=proxy.port), autocommit=True) for _ in range(2)]
    cut = proxy.cut_after(**{way: 5})
    with pytest.raises(psycopg.OperationalError):
        connections[0].execute("SELECT 1")
    assert cut.is_made
    connections[1].execute("SELECT 1")
    connections[1].close()


@pytest.mark.parametrize("mode, count", [("session", 2), ("transaction", 1)])
def test_a_bouncer_lends_connections(database, bouncer, mode, count):
    address = bouncer(mode).url(database)
    with psycopg.connect(address, autocommit=True) as one, psycopg.connect(address, autocommit=True) as two:
        lent = {connection.execute("SELECT pg_backend_pid()").fetchone() for connection in (one, two)}
    assert len(lent) == count


def test_a_full_disk_is_full_for_whoever_writes_more_and_for_nothing_else(own):
    cluster = own(*SEGMENTS)
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute("CREATE TABLE large (text TEXT)")
        connection.execute("ALTER TABLE large ALTER text SET STORAGE EXTERNAL")
        with full_disk(cluster), pytest.raises(psycopg.errors.DiskFull):
            for _ in range(4):
                connection.execute("INSERT INTO large SELECT repeat('x', 1000000)")
        connection.execute("INSERT INTO large SELECT repeat('x', 3000000)")
    assert "PANIC" not in cluster.log.read_text()


@pytest.mark.parametrize("answer, said", [
    (says_nothing, "timeout"), (speaks_http, "invalid response"), (breaks_off, "closed the connection"),
])
def test_an_impostor_lets_nobody_in(impostor, answer, said):
    with pytest.raises(psycopg.OperationalError, match=said):
        psycopg.connect(impostor(answer).url, connect_timeout=2)


def test_an_impostor_has_a_version(impostor):
    with psycopg.connect(impostor(of_version("12.22")).url, autocommit=True) as connection:
        assert connection.info.server_version == 120022
