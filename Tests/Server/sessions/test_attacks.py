"""The cost of one connection for others: no attack takes much memory, or makes another connection wait for long.

SVVS_LOAD is a factor of the sizes of the attacks. At 1, they are at the default limits or beyond, and a release build keeps
the promised times. The default is a tenth, for a debug build, which is slower and is given ten times as long.
"""
import signal
import time

import pytest

from attacks import ATTACKS, CLASSES
from attacks.figures import LOAD, measure
from attacks.scene import Attack
from processes import stop
from typical import typical

pytestmark = [pytest.mark.memory, pytest.mark.measures_time]


@pytest.mark.parametrize("name", typical(ATTACKS, *CLASSES.values()))
def test_an_attack_costs_the_others_little(listen, name):
    attack = ATTACKS[name]
    figures = measure(attack, listen(), LOAD)
    print(f"{name}: {figures}")
    longest, memory = max(figures.preparing, figures.wait), figures.memory
    assert longest <= attack.wait / LOAD and memory <= attack.memory, figures


def test_the_time_for_which_a_server_stands_still_is_a_wait(listen):
    server = listen()

    def stand_still(scene):
        yield
        stop(server.pid)
        time.sleep(0.3)
        server.send_signal(signal.SIGCONT)

    figures = measure(Attack("stand-still", stand_still, memory=0), server, LOAD)
    assert 0.25 <= figures.wait <= figures.elapsed and figures.preparing < figures.wait


def test_the_memory_of_what_is_opened_is_measured(listen):
    def open_views(scene):
        scene.with_views()
        yield
        scene.with_views()

    views = measure(Attack("views", open_views, memory=0), listen(), 0.1)
    # A view takes some hundred bytes.
    assert 1 << 10 < views.memory < 100 << 10
