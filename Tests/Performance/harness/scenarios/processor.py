"""What a call costs the processor, whoever else is at work meanwhile."""
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
    """user and system time of 200,000 calls from a file to /dev/null, which takes all at once, beside the C program"""
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
    """Start and end are a part of it: about 1 % of the server's."""
    return processor_seconds(*command, requests=requests) / CALLS * 1e6


def messages_a_call(command: Command, requests: Path) -> float:
    """How many messages are sent for each; the reply to the opening is none of them."""
    replies = requests.with_name("replies")
    processor_seconds(*command, requests=requests, replies=replies)
    return (replies.read_bytes().count(b"\n") - 1) / CALLS
