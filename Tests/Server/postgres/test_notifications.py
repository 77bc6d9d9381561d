"""A process finds out, and logs, whether notifications arrive on its connection to the database."""
import pytest

from conditions import wait_until
from pages import INSERT, SEED, Pages

RECEIVED, NOT_RECEIVED = "PostgreSQL notifies of changes", "PostgreSQL's notifications do not arrive"


@pytest.fixture
def listener(start):
    """Starts a server that logs whether they arrive."""
    return lambda address: Pages(start("--database", address, "--language", "en", "--log-level", "debug"))


def said(page, text):
    return page.server.errors.count(text)


@pytest.mark.parametrize("mode", [None, "session"])
def test_they_arrive_directly_and_where_connections_are_lent_for_a_session(listener, database, bouncer, mode):
    page = listener(bouncer(mode).url(database) if mode else database.url())
    wait_until(lambda: said(page, RECEIVED))
    assert not said(page, NOT_RECEIVED)


def test_where_connections_are_lent_for_a_transaction_they_do_not_and_it_is_logged_once(listener, database, bouncer):
    pool = bouncer("transaction")
    page = listener(pool.url(database))
    wait_until(lambda: said(page, NOT_RECEIVED))
    # The next connection is tested again, within two polls, which take a second each.
    pool.stop()
    pool.start()
    texts = [f"Note {number}" for number in range(4)]
    for number, text in enumerate(texts, 1):
        database.run(INSERT, text)
        page.show(SEED, *texts[:number])
    assert said(page, NOT_RECEIVED) == 1 and not said(page, RECEIVED)
