"""For any input, a server keeps every promise of the protocol, and its errors name the fault.

`Tests/Server/fuzz` does the same for a given time.
"""
import os

from hypothesis import Phase

from random_client import converse


def test_every_promise_holds_for_any_input():
    # It takes minutes to make a finding smaller; `fuzz` does that.
    converse(max_examples=int(os.environ.get("SVVS_EXAMPLES", 20)), phases=[Phase.generate])
