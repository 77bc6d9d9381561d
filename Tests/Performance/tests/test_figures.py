"""Calculations of the figures, and their reports."""
import io
import json
import sys
import unittest
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from unittest.mock import patch

from harness.command import measure, table_apart
from harness.curves import Curve, proportional
from harness.figures import Figure, amount, at_least, at_most, counted, short
from harness.report import STDOUT, Report, row
from harness.scenario import SCENARIOS, Bench, Scenario
from harness.scenarios import MODULES
from harness.turns import compared, in_turn, least_in_turn


class Turns(unittest.TestCase):
    def test_works_take_turns(self):
        order = []
        in_turn({name: lambda name=name: order.append(name) for name in "ABC"}, 2)
        self.assertEqual("".join(order), "ABCABC")

    def test_the_least_of_a_round_counts(self):
        order, times = [], iter([5, 9, 1, 8, 7, 7, 6, 6])
        with patch("harness.turns.TIMES_IN_ROUND", 2):
            found = least_in_turn({"A": lambda: order.append("A") or next(times),
                                   "B": lambda: order.append("B") or next(times)}, 2)
        self.assertEqual(("".join(order), found), ("ABABABAB", {"A": [1, 6], "B": [8, 6]}))

    def test_a_ratio_is_the_median_of_those_within_rounds(self):
        # The second round met something else, which slowed both.
        figure = compared("", "", {"one": [2, 20, 3], "other": [1, 10, 2]}, "one", "other")
        self.assertEqual((figure.values, figure.result, figure.result_of), ({"one": 3, "other": 2}, 2, "one : other"))


class Curves(unittest.TestCase):
    def test_the_steepest_step_counts(self):
        curve = Curve("", "", "views", {1: [10, 10], 10: [11, 11], 100: [33, 33]})
        self.assertEqual(curve.steepest(), (10, 100))
        figure = curve.figure(curve.steepest())
        self.assertEqual((figure.result, figure.result_of), (3, "100 : 10 views"))

    def test_many_small_steps_are_seen_in_the_whole(self):
        curve = Curve("", "", "rows", {1: [10], 10: [12.5], 100: [16], 1000: [15]})
        step, whole = curve.figure(curve.steepest(), at_most(1.3)), curve.remark("", curve.highest(), at_most(1.5))
        self.assertEqual((step.is_met, whole.is_met, whole.result_of), (True, False, "100 : 1 rows"))

    def test_growth_is_beyond_the_curves_own_work(self):
        curve = Curve("", "", "bytes", {10: [1], 100: [10], 1000: [50]}, work=proportional)
        self.assertEqual((curve.growth(*curve.steepest()), curve.growth(100, 1000)), (1, 0.5))


class Figures(unittest.TestCase):
    def test_goals_are_met_at_their_bounds(self):
        self.assertEqual([amount("", 1, "", goal).is_met for goal in (at_most(1), at_least(1))], [True, True])
        self.assertEqual([amount("", 2, "", goal).is_met for goal in (at_most(1), at_least(3))], [False, False])
        self.assertIsNone(amount("", 1, "").is_met)

    def test_numbers_are_short(self):
        self.assertEqual([short(number) for number in (1234567.8, 0, 12.34, 1.234, 0.01234)],
                         ["1,234,568", "0", "12.3", "1.23", "0.0123"])

    def test_a_number_near_its_bound_shows_on_which_side_it_is(self):
        goal = at_most(1.2)
        self.assertEqual([goal.text(number) for number in (1.2, 1.2004, 1.1999999, 1.19, 2.5)],
                         ["1.20", "1.2004", "1.1999999", "1.190", "2.50"])
        self.assertEqual([at_least(1.5).text(1.4998), at_most(1024).text(1024.4), at_most(0).text(2)],
                         ["1.4998", "1,024.4", "2"])
        self.assertEqual([str(at_most(bound)) for bound in (1.2, 1024, 1.234)], ["≤ 1.20", "≤ 1,024", "≤ 1.234"])

    def test_a_ratio_says_of_what_it_is(self):
        figure = compared("a change", "µs", {"svvs": [3.0], "C": [2.0]}, "svvs", "C", at_most(1))
        self.assertEqual(" ".join(row(figure).split()), "a change svvs: 3 C: 2 µs 1.50 × svvs : C ≤ 1 × missed")

    def test_all_samples_have_names(self):
        figures = [amount("", 2, "MB"), Figure("", "MB", {"one": 1.0}), compared("", "", {"one": [1, 3]})]
        self.assertEqual([figure.as_json()["samples"] for figure in figures],
                         [{"measured": [2]}, {"one": [1.0]}, {"one": [1, 3]}])

    def test_things_are_counted(self):
        self.assertEqual([counted(number, "goal") for number in (0, 1, 1000)], ["0 goals", "1 goal", "1,000 goals"])

    def test_figures_for_stdout_are_apart_from_the_table(self):
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            report = Report({"commit": "1"})
            with table_apart(STDOUT):
                report.finish()
            report.write(STDOUT)
        self.assertEqual(json.loads(out.getvalue()), {"machine": {"commit": "1"}, "scenarios": {}, "failures": {}})
        self.assertIn("0 goals met", err.getvalue())

    def test_a_scenario_of_another_program_names_it(self):
        self.assertEqual([SCENARIOS[name].subject for name in ("request", "growth")], ["", " (of PerformanceApp)"])

    def test_a_scenario_that_was_not_measured_is_not_a_success(self):
        report = Report({})
        with redirect_stdout(io.StringIO()) as printed:
            report.begin(SCENARIOS["idle"])
            report.add(SCENARIOS["idle"], amount("", 0, "", at_most(0)))
            self.assertTrue(report.is_good)
            report.fail(SCENARIOS["list"], "was not built")
            report.finish()
        self.assertFalse(report.is_good)
        self.assertEqual(printed.getvalue().splitlines()[-1], "1 goal met, 0 missed, 1 scenario not measured")

    def test_a_scenario_that_gives_no_figure_has_failed(self):
        self.assertEqual(self.failure(lambda bench: iter(())), "it gave no figure")

    def test_a_scenario_that_fails_in_any_way_has_failed_alone(self):
        self.assertEqual(self.failure(lambda bench: {}["result"]), "KeyError: 'result'")
        self.assertEqual(self.failure(lambda bench: (next(iter(())) for _ in "1")),
                         "RuntimeError: generator raised StopIteration")

    def test_a_scenario_that_is_stopped_has_failed(self):
        self.assertEqual(self.failure(lambda bench: sys.exit(130)), "stopped")

    def failure(self, work):
        """The reason why a scenario with this work was not measured."""
        report, work.__doc__ = Report({}), "It fails."
        with redirect_stdout(io.StringIO()), suppress(SystemExit):
            measure(Scenario("one", (), work), Bench(*[Path()] * 3), report)
        return report.failures["one"]

    def test_rounds_are_as_many_as_asked_for(self):
        whole, quick, chosen = (Bench(*[Path()] * 3, *how) for how in ((), (True,), (True, 7)))
        self.assertEqual([bench.rounds(5, quick=2) for bench in (whole, quick, chosen)], [5, 2, 7])

    def test_every_scenario_is_there_by_its_name(self):
        self.assertEqual(tuple(SCENARIOS), tuple({"keystrokes": "typing"}.get(name, name) for name in MODULES))
