"""Many queries of one table on PostgreSQL, each of other rows: the number that run after a write."""
from __future__ import annotations

from collections.abc import Iterator

from ..figures import Figure, amount, at_most
from ..postgres import COUNTING, Postgres, server_on
from ..scenario import Bench, scenario
from ..server import Server

ROOMS, MESSAGES = 1000, 20
ACCOUNT = "12345"
# Rooms of their own for one account; the last is one that no view shows.
MAKE = f"""
INSERT INTO svvs.room (name) SELECT 'room ' || n FROM generate_series(1, {ROOMS + 1}) n;
INSERT INTO svvs.member (roomID, accountID) SELECT id, '{ACCOUNT}' FROM svvs.room WHERE name LIKE 'room %';
SELECT string_agg(id::text, ' ' ORDER BY id) FROM svvs.room WHERE name LIKE 'room %'"""
READING = "SELECT message.id,%"


@scenario("rooms")
def measure(bench: Bench) -> Iterator[Figure]:
    """messages come in one room of the chat, while a process shows 1,000 others: their queries do not run"""
    with Postgres(**COUNTING) as postgres, server_on(postgres, bench) as server:
        server.call("view/open", type="chat", view="chat")
        *shown, other = map(int, postgres.do(MAKE).split())
        server.call("logIn", view="chat", id=ACCOUNT, password="password")
        exchange = server.ask(
            *[("view/open", {"type": "room", "view": f"{room}", "params": {"id": room}}) for room in shown])
        yield amount(f"{ROOMS:,} rooms opened", exchange.seconds * 1e3, "ms")
        server.listen(1)
        postgres.count_statements()
        for number in range(MESSAGES):
            write(postgres, other, f"elsewhere {number}")
        # The last message is in a room that is shown; when it arrives, the server has processed the others.
        write(postgres, shown[-1], "here")
        read_until(server, "here")
        queries = postgres.statements(READING)
        assert queries >= 1, "the query of the room that is shown is not counted"
        yield amount(f"queries run, {MESSAGES} elsewhere", queries - 1, "", at_most(0))


def write(postgres: Postgres, room: int, body: str) -> None:
    postgres.do(f"INSERT INTO svvs.message (roomID, accountID, body, sentAt) VALUES ({room}, '{ACCOUNT}', '{body}', 0)")


def read_until(server: Server, text: str) -> None:
    while text.encode() not in server.read_lines():
        pass
