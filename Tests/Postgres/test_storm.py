"""Five processes and another program write while everything that can break breaks; in the end every process shows what
the tables hold, every write that was answered without an error message is there, and no message that was refused is.

The faults and the writes are drawn by SVVS_SEED; how threads meet is not, so a seed draws the same, not the very same.
"""
import os
import random

import streams
from pages import SEED, truth
from rooms import sent
from storm import Storm
from writers import Process, Program

SECONDS = float(os.environ.get("SVVS_SECONDS", 60))
# A write takes up to its limit to fail, and some calls are two.
PATIENCE = 30


def test_whatever_breaks_what_was_answered_is_there_and_all_agree(start, database, proxy, bouncer, monkeypatch):
    seed = int(os.environ.get("SVVS_SEED") or random.randrange(1 << 32))
    print(f"SVVS_SEED={seed} SVVS_SECONDS={SECONDS:.0f}")
    monkeypatch.setattr(streams, "DEADLINE", PATIENCE)
    choose = random.Random(seed)
    bouncers = [bouncer(mode, server_port=proxy.port) for mode in ("session", "transaction")]
    addresses = [database.url(), database.socket_url(), database.url(port=proxy.port),
                 *(one.url(database) for one in bouncers)]
    processes = [Process(number, random.Random(choose.random()),
                         lambda address=address: start("--database", address, "--language", "en"))
                 for number, address in enumerate(addresses)]
    writers = [*processes, Program(random.Random(choose.random()), database)]
    storm = Storm(choose, database, proxy, bouncers, processes)
    for writer in writers:
        writer.start()
    storm.rage(SECONDS)
    for writer in writers:
        writer.finish()
    books = [*(writer.notes for writer in writers), *(process.messages for process in processes)]
    print(*books, storm.count, sep="\n")
    assert all(storm.count.values())

    # Nothing is asked for: it comes by itself.
    messages = sent(database)
    for process in processes:
        process.page.wait(lambda: process.page.shown == truth(database))
        process.page.wait(lambda: process.room.bodies == messages[-len(process.room.bodies):])
    texts, favorites, _ = truth(database)
    for found in (texts, messages):
        assert len(set(found)) == len(found)
    assert SEED in texts
    for book in books:
        book.check(texts + messages)
    for process in processes:
        process.check_favorites(favorites)
    pairs = database.rows("SELECT count(*) FROM svvs.note WHERE content LIKE 'Program, %'")
    assert pairs[0][0] % 2 == 0
    for process in processes:
        assert process.page.set_start(1) is None
    assert all(book.added for book in books)
    assert any(book.refused for book in books) and any(book.maybe_added for book in books)
