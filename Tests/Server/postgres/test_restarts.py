"""Restarts of the database server while notes are added and messages are sent: no refused write is in the tables.

SVVS_RESTARTS is the number of restarts.
"""
import os
import random
import signal

import pytest

import streams
from conditions import wait_until
from pages import truth
from rooms import ALL_ID, SMALL_TALK_ID, Outcome, sent
from tallies import REFUSED_BUT_PRESENT, table, tally, total
from writers import Process

RESTARTS = int(os.environ.get("SVVS_RESTARTS", 3))
# The number of processes, half of which add notes and half of which send messages.
PROCESSES = 4
# The number of writes of each process between two restarts.
WRITES = 10
# Seconds that a call may take.
TIMEOUT = 30


@pytest.fixture
def processes(start, database, monkeypatch):
    """Processes whose users do not retry, so that each refusal can be compared with the tables."""
    monkeypatch.setattr(streams, "DEADLINE", TIMEOUT)
    processes = [Process(number, random.Random(number), lambda: start("--database", database.url(), "--language", "en"),
                         retry_probability=0) for number in range(PROCESSES)]
    for process in processes:
        process.steps = [process.write_note if process.number % 2 else process.send_message]
        process.start()
    return processes


def test_no_refused_write_is_there_after_restarts_under_load(processes, database):
    choose = random.Random(RESTARTS)
    for _ in range(RESTARTS):
        wait_for_writes(processes)
        database.cluster.stop(choose.choice([signal.SIGINT, signal.SIGQUIT, signal.SIGKILL]))
        database.cluster.start()
    wait_for_writes(processes)
    for process in processes:
        process.finish()
    texts = truth(database)[0] + sent(database, ALL_ID) + sent(database, SMALL_TALK_ID)
    notes, messages = ([getattr(process, kind) for process in processes] for kind in ("notes", "messages"))
    totals = {kind: total([tally(book, texts) for book in books])
              for kind, books in (("notes", notes), ("messages", messages))}
    print(f"\nrestarts: {RESTARTS}", table(totals), sep="\n")
    for kind in totals.values():
        assert kind["made"] and kind["refused"] and not kind[REFUSED_BUT_PRESENT]
    for book in notes + messages:
        book.check(texts)


def wait_for_writes(processes):
    """Returns after each process has written a number of texts more."""
    counts = [made(process) for process in processes]
    wait_until(lambda: all(made(process) >= count + WRITES for process, count in zip(processes, counts)))


def made(process):
    return sum(len(book.written(Outcome.MADE)) for book in process.books)
