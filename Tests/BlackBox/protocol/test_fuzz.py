"""Whatever is said to a server, every promise of the protocol holds, and it says what is wrong with what is refused.

`Tests/BlackBox/fuzz` goes on with the same for as long as it is told.
"""
from hypothesis import Phase

from random_client import converse


def test_whatever_is_said_every_promise_holds():
    # Making a finding smaller takes minutes; `fuzz` does.
    converse(max_examples=50, phases=[Phase.generate])
