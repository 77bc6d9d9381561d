"""A change by one server or program appears in all others by itself, however it reached the database."""
import threading

import pytest

from database import commits
from pages import INSERT, SEED, USER, Pages, truth

WAYS = ["loopback", "socket", "PgBouncer, by session", "PgBouncer, by transaction"]


@pytest.fixture(params=WAYS)
def address(request, database, bouncer):
    if request.param in WAYS[:2]:
        return database.url() if request.param == "loopback" else database.socket_url()
    return bouncer(request.param.rsplit(" ", 1)[1]).url(database)


@pytest.fixture
def join(start):
    """Starts servers at an address, with their pages open."""
    return lambda address, *more: Pages(start("--database", address, "--language", "en", *more))


@pytest.fixture
def both(join, database):
    return [join(database.url()), join(database.url())]


def test_what_either_writes_shows_in_both(join, address, database):
    pages = [join(address), join(address)]
    first, second = pages
    chosen, expected = first.ids[4], [SEED]
    for number in range(3):
        for writer, reader in ((first, second), (second, first)):
            expected.append(f"{number} from {writer.server.pid}")
            assert writer.add(expected[-1]) is None and writer.texts == expected
            reader.show(*expected)
            writer.toggle(chosen)
            reader.wait(lambda: reader.shown[1] == writer.shown[1])
            writer.set_start(len(expected))
            reader.wait(lambda: reader.shown[2] == len(expected))
    assert first.shown == second.shown == truth(database)


def test_what_another_program_writes_shows(join, address, database):
    page = join(address)
    database.run(INSERT, "by hand")
    page.show(SEED, "by hand")
    database.run("UPDATE svvs.note SET content = 'changed' WHERE content = 'by hand'")
    page.show(SEED, "changed")
    database.run("DELETE FROM svvs.note WHERE content = 'changed'")
    page.show(SEED)
    database.run("TRUNCATE svvs.note")
    page.show()


def test_a_transaction_shows_whole_in_one_commit(both, database):
    with database.connect() as other:
        for number in range(10):
            marks = [page.server.mark() for page in both]
            with other.transaction():
                other.execute(INSERT, [f"Note {number}"])
                other.execute("DELETE FROM svvs.favorite")
                other.execute("INSERT INTO svvs.favorite VALUES (%s)", [both[0].ids[number]])
                other.execute("INSERT INTO svvs.setting VALUES ('startCount', %s) "
                              "ON CONFLICT (name) DO UPDATE SET value = excluded.value", [str(number + 1)])
            for page, mark in zip(both, marks):
                page.wait(lambda: page.shown == truth(database))
                changed = commits(page.server, mark, "notes", "smoothies", "startCount")
                assert changed == [{page.notes, page.menu, page.settings}]


def test_what_was_rolled_back_never_shows(both, database):
    with database.transaction("INSERT INTO svvs.note (userID, content) VALUES ('12345', 'never')"):
        both[0].add("after it")
    both[0].add("the last")
    for page in both:
        page.show(SEED, "after it", "the last")
        assert "never" not in str(page.server.messages)


def test_a_reply_comes_after_what_its_call_has_written(both, database):
    """Also while others write all the time."""
    stop = threading.Event()

    def write():
        with database.connect() as other:
            while not stop.is_set():
                other.execute("UPDATE svvs.note SET content = content || '.' WHERE content LIKE 'other%'")

    database.run(INSERT, "other")
    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(60):
            page = both[number % 2]
            # Nothing is waited for after a reply.
            assert page.add(f"Note {number}") is None and page.texts[-1] == f"Note {number}"
            page.toggle(page.ids[0])
            assert page.set_start(number) is None and page.shown[2] == number
    finally:
        stop.set()
        writer.join()
    for page in both:
        page.wait(lambda: page.shown == truth(database))


def test_a_transaction_that_stays_open_elsewhere_delays_nobody(both, database):
    """Its changes are shown when it commits, though all later changes were shown before."""
    with database.transaction(f"INSERT INTO svvs.note (userID, content) VALUES ('{USER}', 'early')") as other:
        for number in range(5):
            both[0].add(f"Note {number}")
            both[1].show(SEED, *[f"Note {one}" for one in range(number + 1)])
        other.execute("COMMIT")
        for page in both:
            page.show(SEED, "early", *[f"Note {one}" for one in range(5)])


def test_a_schema_is_a_world_of_its_own(join, database):
    mine, other = join(database.url()), join(database.url(), "--database-schema", 'it\'s "another"')
    mine.add("mine")
    other.add("other")
    assert mine.texts == [SEED, "mine"] and other.texts == [SEED, "other"]
    schemas = database.rows("SELECT DISTINCT table_schema FROM information_schema.tables "
                            "WHERE table_name = 'note' ORDER BY 1")
    assert schemas == [('it\'s "another"',), ("svvs",)]


def test_several_may_make_the_schema_at_once(start, database):
    for number in range(2):
        servers = [start("--database", database.url(), "--database-schema", f"schema {number}") for _ in range(5)]
        for server in servers:
            assert Pages(server).texts == [SEED]
        for server in servers:
            assert server.finish() == 0 and server.errors == ""
