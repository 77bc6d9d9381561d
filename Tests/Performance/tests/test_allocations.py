"""Calls in the output of callgrind, and the rules by which allocations are counted."""
import tempfile
import unittest
from collections import Counter
from pathlib import Path

from harness.allocations import Allocations
from harness.profiles import Edge, calls, difference

# `take` calls malloc twice, of which once by swift_allocObject; a library without symbols calls it thrice.
PROFILE = """\
version: 1
events: Ir

ob=(1) /tmp/app
fl=(1) ???
fn=(1) take
0 10
cfn=(2) swift_allocObject
calls=2 0
0 90
cob=(2) /lib/libc.so.6
cfn=(3) malloc
calls=1 0
0 20
cfn=(8) 0x42
calls=8 0
0 8
cfn=(4) swift_release
calls=5 0
0 50
cob=(3) /lib/libjansson.so.4
cfn=(5) 0x0000000000005f60
calls=1 0
0 50

fn=(2)
0 7
cob=(2)
cfn=(3)
calls=2 0
0 20

fn=(6) swift_release'2
0 7
cfn=(7) _swift_release_dealloc
calls=1 0
0 7

ob=(3)
fn=(5)
0 7
cob=(2)
cfn=(3)
calls=3 0
0 20
"""


class Profiles(unittest.TestCase):
    def test_numbers_stand_for_names_that_occurred_before(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "profile"
            path.write_text(PROFILE)
            found = calls(path)
        self.assertEqual(found, {
            ("take", "swift_allocObject"): 2, ("take", "malloc"): 1, ("take", "swift_release"): 5,
            ("take", "app"): 8, ("take", "libjansson.so.4"): 1, ("swift_allocObject", "malloc"): 2,
            ("libjansson.so.4", "malloc"): 3, ("swift_release", "_swift_release_dealloc"): 1})

    def test_the_calls_of_a_repetition_are_the_difference_between_runs(self):
        once, again = Edge("start", "malloc"), Edge("take", "malloc")
        self.assertEqual(difference(Counter({once: 7, again: 20}), Counter({once: 7, again: 70}), 10), {again: 5})


class Counting(unittest.TestCase):
    def test_a_call_within_an_allocation_is_not_counted_again(self):
        found = Allocations({Edge("take", "swift_allocBox"): 2, Edge("swift_allocBox", "swift_allocObject"): 2,
                             Edge("swift_allocObject", "malloc"): 2, Edge("libjansson.so.4", "malloc"): 3,
                             Edge("take", "operator new(unsigned long)"): 1, Edge("take", "malloc_usable_size"): 9})
        self.assertEqual(found.number("allocations"), 6)
        self.assertEqual(found.by_origin(), {"Swift": 2, "jansson": 3, "others": 1})

    def test_a_bridge_object_is_retained_and_released_once(self):
        found = Allocations({Edge("take", "swift_bridgeObjectRetain"): 3,
                             Edge("swift_bridgeObjectRetain", "swift_retain"): 3, Edge("take", "swift_release_n"): 2,
                             Edge("swift_release", "_swift_release_dealloc"): 4,
                             Edge("_swift_release_dealloc", "deinit"): 4, Edge("deinit", "swift_release"): 5})
        self.assertEqual((found.number("retains"), found.number("releases")), (3, 7))

    def test_callers_are_sorted_by_calls_and_have_an_origin(self):
        found = Allocations({Edge("little", "malloc"): 1, Edge("much", "malloc"): 2, Edge("much", "calloc"): 1,
                             Edge("$sSa4grow", "malloc"): 2, Edge("$sSa6append", "$sSa4grow"): 2,
                             Edge("$sSa4grow", "$sSa6append"): 3, Edge("many", "$sSa6append"): 2,
                             Edge("few", "$sSa6append"): 1, Edge("json_loadb", "libjansson.so.4"): 9})
        self.assertEqual(found.callers("allocations", 2), [(3, "much"), (2, "$sSa4grow")])
        self.assertEqual([found.origin(name) for name in ("$sSa4grow", "much", "libjansson.so.4")],
                         ["many", "", ""])
