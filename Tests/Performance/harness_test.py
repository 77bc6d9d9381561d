#!/usr/bin/env python3
"""Tests of what the measurements reckon with: python3 Tests/Performance/harness_test.py."""
import io
import sys
import unittest
from contextlib import redirect_stdout

sys.dont_write_bytecode = True

from harness.curves import Curve, proportional
from harness.documents import DOCUMENTS
from harness.figures import amount, at_least, at_most, short
from harness.heard import Heard, ServerError
from harness.report import Report
from harness.scenario import SCENARIOS
from harness.scenarios import NAMES
from harness.turns import compared, in_turn

CHANGE = b'{"jsonrpc":"2.0","method":"state/changed","params":{"commit":1,"views":[]}}\n'
ANSWER = b'{"jsonrpc":"2.0","id":%d,"result":{"text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":"}}\n'


class Turns(unittest.TestCase):
    def test_works_take_turns(self):
        order = []
        in_turn({name: lambda name=name: order.append(name) for name in "ABC"}, 2)
        self.assertEqual("".join(order), "ABCABC")

    def test_a_ratio_is_the_median_of_those_within_rounds(self):
        # The second round met something else, which slowed both.
        figure = compared("", "", {"one": [2, 20, 3], "other": [1, 10, 2]}, "one", "other")
        self.assertEqual((figure.values, figure.result), ({"one": 3, "other": 2}, 2))


class Curves(unittest.TestCase):
    def test_the_steepest_step_counts(self):
        curve = Curve("", "", {1: [10, 10], 10: [11, 11], 100: [33, 33]})
        self.assertEqual((curve.steepest(), curve.whole(), curve.figure().result), (3, 3.3, 3))

    def test_growth_is_beyond_the_curves_own_work(self):
        curve = Curve("", "", {10: [1], 100: [10], 1000: [50]}, work=proportional)
        self.assertEqual((curve.steepest(), curve.growth(100, 1000)), (1, 0.5))


class Figures(unittest.TestCase):
    def test_goals_are_met_at_their_bounds(self):
        self.assertEqual([amount("", 1, "", goal).is_met for goal in (at_most(1), at_least(1))], [True, True])
        self.assertEqual([amount("", 2, "", goal).is_met for goal in (at_most(1), at_least(3))], [False, False])
        self.assertIsNone(amount("", 1, "").is_met)

    def test_numbers_are_short(self):
        self.assertEqual([short(number) for number in (1234567.8, 0, 12.34, 1.234, 0.01234)],
                         ["1,234,568", "0", "12.3", "1.23", "0.0123"])

    def test_what_was_not_measured_is_no_success(self):
        report = Report({})
        with redirect_stdout(io.StringIO()) as printed:
            report.begin(SCENARIOS["idle"])
            report.add(SCENARIOS["idle"], amount("", 0, "", at_most(0)))
            self.assertTrue(report.is_good)
            report.fail(SCENARIOS["list"], "was not built")
            report.finish()
        self.assertFalse(report.is_good)
        self.assertEqual(printed.getvalue().splitlines()[-1], "1 goals met, 0 missed, 1 scenarios not measured")

    def test_every_scenario_is_there_by_its_name(self):
        self.assertEqual(tuple(SCENARIOS), NAMES)


class WhatIsHeard(unittest.TestCase):
    def test_answers_are_counted_wherever_the_pipe_cuts(self):
        text = CHANGE + ANSWER % 1 + CHANGE + ANSWER % 2
        for size in range(1, len(text) + 1):
            heard = Heard()
            answers = [heard.take(text[start : start + size]) for start in range(0, len(text), size)]
            self.assertEqual((sum(answers), heard.text, heard.unfinished), (2, text, b""))
        self.assertEqual((len(heard.results), len(heard.changes)), (2, 2))

    def test_what_is_unfinished_begins_the_next(self):
        heard = Heard()
        heard.take(CHANGE + ANSWER[:9])
        self.assertEqual(Heard(heard.unfinished).take(ANSWER[9:] % 1), 1)

    def test_an_error_is_raised(self):
        heard = Heard()
        heard.take(ANSWER % 1 + b'{"jsonrpc":"2.0","id":2,"error":{"code":-32601}}\n')
        self.assertRaisesRegex(ServerError, "-32601", heard.check)


class Documents(unittest.TestCase):
    def test_they_are_always_alike(self):
        for make in DOCUMENTS.values():
            self.assertEqual(make(), make())


if __name__ == "__main__":
    unittest.main()
