"""Several front ends at once, some of which do not read, in their own sessions and in shared ones, get every promise.

SVVS_SEED is the seed of their calls, SVVS_CROWDS the number of servers with such front ends.
"""
import os
import random

import pytest

from many_clients import Crowd

SEED = int(os.environ.get("SVVS_SEED", 20220714))
CROWDS = int(os.environ.get("SVVS_CROWDS", 5))
STEPS = 300


@pytest.mark.parametrize("number", range(CROWDS))
def test_every_promise_holds_on_every_connection_at_once(listen, number):
    crowd = Crowd(listen(), random.Random(f"{SEED} {number}"))
    for _ in range(STEPS):
        crowd.step()
    crowd.finish(ends_server=number % 2 == 0)
