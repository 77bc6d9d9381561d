"""Several front ends at once, and others that attack: each promise holds for each front end, none waits for long, and
the server takes little memory.

SVVS_LOAD is a factor of the sizes of the attacks, SVVS_SEED their seed, and SVVS_ATTACKS their number.
"""
import os
import random

import pytest

from attacks.figures import LOAD, Bystander
from attacks.raid import Raid
from attacks.scene import ONE_STEP
from many_clients import Crowd
from processes import peak, resident

pytestmark = [pytest.mark.memory, pytest.mark.measures_time]
SEED = int(os.environ.get("SVVS_SEED", 20220714))
ATTACKS = int(os.environ.get("SVVS_ATTACKS", 20))
AT_ONCE = 2
# The KiB of memory that an attack may take.
LARGEST = 300 << 10


def test_while_some_attack_every_promise_holds_to_the_others(listen):
    server = listen()
    crowd, bystander = Crowd(server, random.Random(SEED), lists_sessions=False), Bystander(server)
    before = resident(server.pid)
    raids = [Raid(server, random.Random(f"{SEED} {number}"), ATTACKS // AT_ONCE, LOAD / AT_ONCE)
             for number in range(AT_ONCE)]
    try:
        for raid in raids:
            raid.start()
        while any(raid.is_alive() for raid in raids):
            crowd.step()
        for raid in raids:
            raid.finish()
        crowd.finish()
        longest, memory = bystander.report(), peak(server.pid) - before
    finally:
        bystander.stop()
    print(f"{longest}, {memory} KiB")
    assert longest["wait"] <= ONE_STEP / LOAD and memory <= AT_ONCE * LARGEST
