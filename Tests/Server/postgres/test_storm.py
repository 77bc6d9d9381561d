"""Five processes and another program write during faults of every kind. In the end every process shows the contents of
the tables, and each write is compared with the tables: a write that was made is there once, a refused one is not, and
one whose outcome is unknown is there at most once, however often its user retried it.

The faults and the writes follow from SVVS_SEED, but the interleaving of threads does not. Each fault occurs once; with
SVVS_SECONDS they go on for that time.
"""
import os
import random

import streams
from commit_gate import CommitGate
from pages import INSERT, SEED, truth
from partitions import NAMES, Partitions
from rooms import ALL_ID, SMALL_TALK_ID, Outcome, sent
from shadows import Shadows
from storm import Storm
from tallies import table, tally
from writers import Process, Program

SECONDS = float(os.environ.get("SVVS_SECONDS", 0))
# A write takes up to its limit to fail, and some calls are two.
TIMEOUT = 30


def test_whatever_breaks_each_write_is_there_as_its_outcome_says(start, database, proxy, bouncer, monkeypatch):
    seed = int(os.environ.get("SVVS_SEED") or random.randrange(1 << 32))
    print(f"SVVS_SEED={seed} SVVS_SECONDS={SECONDS:.0f}")
    monkeypatch.setattr(streams, "DEADLINE", TIMEOUT)
    choose = random.Random(seed)
    partitions, shadows, gate = prepare(database, start("--database", database.url()))
    bouncers = [bouncer(mode, server_port=proxy.port) for mode in ("session", "transaction")]
    addresses = [database.url(), database.socket_url(), database.url(port=proxy.port),
                 *(one.url(database) for one in bouncers)]
    processes = [Process(number, random.Random(choose.random()),
                         lambda address=address: start("--database", address, "--language", "en"))
                 for number, address in enumerate(addresses)]
    writers = [*processes, Program(random.Random(choose.random()), database)]
    storm = Storm(choose, database, proxy, bouncers, processes, partitions, shadows, gate)
    for writer in writers:
        writer.start()
    storm.run(SECONDS)
    for writer in writers:
        writer.finish()
    print(storm.count)

    # The pages catch up without a request.
    show_truth(processes, database)
    texts, favorites, _ = truth(database)
    assert SEED in texts
    texts += sent(database, ALL_ID) + sent(database, SMALL_TALK_ID)
    books = [book for writer in writers for book in writer.books]
    print(table({book.label: tally(book, texts) for book in books}))
    for book in books:
        book.check(texts)
    # On a busy machine, the storm may let one of the writers write nothing at all.
    for outcome in (Outcome.MADE, Outcome.REFUSED, Outcome.UNKNOWN):
        assert any(book.written(outcome) or book.retries[outcome] for book in books)
    for process in processes:
        process.check_favorites(favorites)
    pairs = database.rows("SELECT count(*) FROM svvs.note WHERE content LIKE 'Program, %'")
    assert pairs[0][0] % 2 == 0
    check_partitions(partitions, processes, database)
    for process in processes:
        assert process.page.set_start(1) is None
    check_shadows(shadows, database)


def prepare(database, server):
    """Creates the schema, with a process that ends then, and in it the objects of an administrator."""
    menu = server.open("smoothies")
    server.call("fetch", {"view": menu})
    identifiers = [one["id"] for one in server.state(menu)["smoothies"]]
    assert server.finish() == 0
    database.parameters["options"] = "-csearch_path=pg_catalog"
    return Partitions(database, identifiers[-len(NAMES):]), Shadows(database), CommitGate(database, "message")


def show_truth(processes, database):
    for process in processes:
        process.page.wait(lambda: process.page.shown == truth(database))
        for room in process.rooms:
            messages = sent(database, room.identifier)
            process.page.wait(lambda: room.bodies == messages[-len(room.bodies):])


def check_partitions(partitions, processes, database):
    """Each change of the partitions shows at the next change of another table."""
    partitions.restore()
    changes = [partitions.write_straight, partitions.detach_or_attach, partitions.drop_or_make,
               partitions.detach_or_attach, partitions.drop_or_make, partitions.write_straight]
    for number, change in enumerate(changes):
        change()
        database.run(INSERT, f"{change.__name__} {number}")
        show_truth(processes, database)


def check_shadows(shadows, database):
    """No shadow was called, and a call would have been noticed."""
    assert shadows.called == set()
    shadows.use("public, pg_catalog")
    with database.connect(options="") as stranger:
        stranger.execute("SELECT 1 = 1")
    assert shadows.called == {"="}
