"""Another server in the place of the first: whatever it knows, is shown, whole and at once."""
import subprocess

import pytest

from conditions import wait_until
from databases import Database
from pages import INSERT, SEED, Pages, truth
from programs import program


@pytest.fixture
def page(start, database, proxy):
    return Pages(start("--database", database.url(port=proxy.port), "--language", "en"))


def lead_to(proxy, cluster):
    proxy.target = cluster.port
    proxy.cut()


def test_to_a_restored_dump(page, database, proxy, own):
    page.add("dumped")
    dump = subprocess.run([program("pg_dump"), database.url()], capture_output=True, check=True).stdout
    page.add("lost")
    page.toggle(page.ids[0])
    page.set_start(5)
    restored = Database(own(), database.name)
    subprocess.run([program("psql"), "-q", restored.url()], input=dump, stdout=subprocess.DEVNULL, check=True)
    lead_to(proxy, restored.cluster)
    page.wait(lambda: page.shown == ([SEED, "dumped"], [], 0))
    page.add("written to the other")
    assert page.error(page.notes) is None
    assert page.shown == truth(restored) == ([SEED, "dumped", "written to the other"], [], 0)
    assert "lost" in truth(database)[0]


def test_to_a_replica(page, database, proxy, own):
    replica = own(replica_of=database.cluster)
    page.add("replicated")
    copy = Database(replica, database.name, is_there=True)
    wait_until(lambda: truth(copy) == truth(database))
    lead_to(proxy, replica)
    # It cannot be written to, and its log of changes cannot be read.
    page.wait(lambda: page.error(page.notes))
    assert page.add("refused") and page.texts == [SEED, "replicated"]
    replica.promote()
    page.wait(lambda: page.error(page.menu) is None)
    assert page.add("promoted") is None
    copy.run(INSERT, "by hand")
    page.show(SEED, "replicated", "promoted", "by hand")
    assert truth(database)[0] == [SEED, "replicated"]


def test_to_the_next_of_several_hosts(start, database, own):
    """As libpq is given them: the first that answers, and may be written to, is taken."""
    other = Database(own(), database.name)
    hosts = f"127.0.0.1:{database.cluster.port},127.0.0.1:{other.cluster.port}"
    address = f"postgres://{database.cluster.user}@{hosts}/{database.name}?target_session_attrs=read-write"
    page = Pages(start("--database", address, "--language", "en"))
    page.add("on the first")
    database.cluster.stop()
    # The schema of the next host is made now. Notes that nobody has fetched there are not kept yet.
    page.wait(lambda: page.shown == ([], [], 0))
    page.add("on the second")
    assert page.texts == truth(other)[0] == ["on the second"]
