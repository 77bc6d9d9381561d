"""For any input, a server keeps every promise of the protocol, and its errors say what is wrong.

`Tests/BlackBox/fuzz` does the same for a given time.
"""
from hypothesis import Phase

from random_client import converse


def test_whatever_is_said_every_promise_holds():
    # Making a finding smaller takes minutes; `fuzz` does.
    converse(max_examples=50, phases=[Phase.generate])
