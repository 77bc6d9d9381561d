"""Several front ends at once, some asleep, in sessions of their own and in shared ones: every promise holds to each.

SVVS_SEED says what they do, SVVS_CROWDS how many servers have such a crowd.
"""
import os
import random

import pytest

from many_clients import Crowd

SEED = int(os.environ.get("SVVS_SEED", 20220714))
CROWDS = int(os.environ.get("SVVS_CROWDS", 15))
STEPS = 300


@pytest.mark.parametrize("number", range(CROWDS))
def test_every_promise_holds_on_every_connection_at_once(listen, number):
    crowd = Crowd(listen(), random.Random(f"{SEED} {number}"))
    for _ in range(STEPS):
        crowd.step()
    crowd.finish()
