"""The processor time of a call, which does not include other load."""
from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from ..driver import Command, contestants
from ..figures import Figure, at_most
from ..processes import processor_seconds
from ..sameness import at_equal_messages, calls, check_same_messages
from ..scenario import Bench, scenario
from ..turns import compared, in_turn

CALLS = 200_000
GOAL = at_most(0.85)


@scenario("processor")
def measure(bench: Bench) -> Iterator[Figure]:
    """user and system time of 200,000 calls from a file to /dev/null, which never blocks, beside the C program"""
    programs = {name: command for name, command in contestants(bench).items() if name != "echo"}
    check_same_messages(programs)
    with bench.folder() as folder:
        requests = Path(folder) / "requests"
        requests.write_bytes(calls(CALLS))
        messages = {name: [messages_a_call(command, requests)] for name, command in programs.items()}
        works = {name: partial(microseconds_a_call, command, requests) for name, command in programs.items()}
        times = in_turn(works, bench.rounds())
    yield at_equal_messages(compared("processor time of a call", "µs", times, "svvs", "C", GOAL), messages)
    yield compared("the same, messages a call", "", messages)


def microseconds_a_call(command: Command, requests: Path) -> float:
    """Microseconds of a call, including the start and the end of the program: about 1 % of the server's time."""
    return processor_seconds(*command, requests=requests) / CALLS * 1e6


def messages_a_call(command: Command, requests: Path) -> float:
    """The number of messages for each call, without the reply to `view/open`."""
    replies = requests.with_name("replies")
    processor_seconds(*command, requests=requests, replies=replies)
    return (replies.read_bytes().count(b"\n") - 1) / CALLS
