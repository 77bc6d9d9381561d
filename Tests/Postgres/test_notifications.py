"""A process finds out, and says, whether notifications arrive on the way that leads to its database."""
import pytest

from pages import INSERT, SEED, Pages
from waiting import wait_until

HEARD, NOT_HEARD = "PostgreSQL notifies of changes", "PostgreSQL's notifications do not arrive"


@pytest.fixture
def listener(start):
    """Starts a server that says so."""
    return lambda address: Pages(start("--database", address, "--language", "en", "--log-level", "debug"))


def said(page, text):
    return page.server.errors.count(text)


@pytest.mark.parametrize("mode", [None, "session"])
def test_they_arrive_directly_and_where_connections_are_lent_for_a_session(listener, database, bouncer, mode):
    page = listener(bouncer(mode).url(database) if mode else database.url())
    wait_until(lambda: said(page, HEARD))
    assert not said(page, NOT_HEARD)


def test_where_connections_are_lent_for_a_transaction_they_do_not_and_it_is_said_once(listener, database, bouncer):
    pool = bouncer("transaction")
    page = listener(pool.url(database))
    wait_until(lambda: said(page, NOT_HEARD))
    # It is found out anew on the next connection, within two of its looks, which take a second each.
    pool.stop()
    pool.start()
    texts = [f"Note {number}" for number in range(4)]
    for number, text in enumerate(texts, 1):
        database.run(INSERT, text)
        page.show(SEED, *texts[:number])
    assert said(page, NOT_HEARD) == 1 and not said(page, HEARD)
