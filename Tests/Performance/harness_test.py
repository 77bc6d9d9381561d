#!/usr/bin/env python3
"""Tests of what the measurements reckon with: python3 Tests/Performance/harness_test.py."""
import hashlib
import io
import json
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from contextlib import ExitStack, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from unittest.mock import patch

sys.dont_write_bytecode = True

from harness.command import measure, table_apart
from harness.counting import CASES
from harness.curves import Curve, proportional
from harness.documents import DOCUMENTS, written
from harness.figures import Figure, amount, at_least, at_most, counted, short
from harness.heard import Heard, ServerError
from harness.lock import AnotherRunError, only_run
from harness.processes import output_of
from harness.report import STDOUT, Report, row
from harness.scenario import SCENARIOS, Bench, Scenario
from harness.scenarios import NAMES
from harness.scenarios.typing import LOAD, key
from harness.server import line
from harness.turns import compared, in_turn, least_in_turn
from harness.verdicts import Record, judged
from harness.views import check_opened

CHANGE = b'{"jsonrpc":"2.0","method":"state/changed","params":{"commit":1,"views":[]}}\n'
ANSWER = b'{"jsonrpc":"2.0","id":%d,"result":{"text":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":"}}\n'

HERE = {"swift": "6.3", "jansson": "2.14"}
THERE = {"swift": "6.2", "jansson": "2.14"}
# Of what is measured in `documents`; with others, figures could not be compared with earlier ones.
DIGESTS = {
    "a request": "3c1a9ebcbc5fd826",
    "records": "e9a9df83e7bc9447",
    "texts": "d860022b1d075f62",
    "numbers": "75873cdb1f46587d",
    "nesting": "5d26383a70ae5c03",
}


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

    def test_what_is_not_of_the_server_says_so(self):
        self.assertEqual([SCENARIOS[name].subject for name in ("request", "growth")], ["", " (of PerformanceApp)"])

    def test_what_was_not_measured_is_no_success(self):
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
        """Why a scenario that does this was not measured."""
        report, work.__doc__ = Report({}), "It fails."
        with redirect_stdout(io.StringIO()), suppress(SystemExit):
            measure(Scenario("one", (), work), Bench(*[Path()] * 3), report)
        return report.failures["one"]

    def test_rounds_are_as_many_as_asked_for(self):
        whole, quick, chosen = (Bench(*[Path()] * 3, *how) for how in ((), (True,), (True, 7)))
        self.assertEqual([bench.rounds(5, quick=2) for bench in (whole, quick, chosen)], [5, 2, 7])

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

    def test_an_echo_is_no_answer(self):
        heard = Heard()
        self.assertEqual(heard.take(line("view/open", {"view": "v"}, 1)), 1)
        self.assertRaisesRegex(ServerError, "view/open", heard.check)
        self.assertRaisesRegex(ServerError, "2 views .* and 1 were", check_opened, [{"state": {}}, {}], 2)

    def test_what_is_written_without_end_is_an_error(self):
        heard = Heard()
        with patch("harness.heard.LIMIT", 10):
            heard.take(b"y\n" * 5)
            self.assertRaisesRegex(ServerError, "more than", heard.take, b"y\n")


class Typing(unittest.TestCase):
    def test_the_answer_to_the_load_is_none_to_a_key(self):
        told = b'{"jsonrpc":"2.0","method":"state/changed","params":{"views":[{"view":"v","changes":{"text":"x"}}]}}\n'
        of_key, of_load = ANSWER % 1, (ANSWER % 1).replace(b"1", b'"%b"' % LOAD.encode(), 1)
        self.assertEqual(key(Typist(b"", told + of_key), "x"), 0)
        for meanwhile, answer in ((b"", told + of_load), (b"", told + of_load + of_key), (of_load, told + of_key)):
            self.assertRaisesRegex(ServerError, "the load ended", key, Typist(meanwhile, answer), "x")


class Typist:
    """A server of which two things are heard: meanwhile, and when it is asked."""

    def __init__(self, *texts):
        self.heard = [Heard(text) for text in texts]

    def listen(self, seconds):
        return self.heard[0]

    def ask(self, *requests):
        return self.heard[1]


class Counting(unittest.TestCase):
    def setUp(self):
        self.cases = {case.name: case for case in CASES}

    def test_results_are_answers_and_so_are_the_errors_that_are_expected(self):
        for name, kinds in (("set", [b"result"] * 3), ("error", [b"result", b"error", b"error"]), ("start", [])):
            self.cases[name].check(2, [CHANGE, *answers(kinds)])

    def test_other_answers_are_not(self):
        wrong = {"an echo": self.cases["set"].text(2).splitlines(keepends=True), "none": [],
                 "an error": answers([b"result", b"result", b"error"]), "one missing": answers([b"result"] * 2),
                 "one twice": answers([b"result"] * 3) + answers([b"result"]),
                 "one too many": answers([b"result"] * 4)}
        for what, lines in wrong.items():
            with self.subTest(what):
                self.assertRaises(ChildProcessError, self.cases["set"].check, 2, lines)
        self.assertRaises(ChildProcessError, self.cases["error"].check, 1, answers([b"result"] * 2))


def answers(kinds):
    return [b'{"jsonrpc":"2.0","id":%d,"%b":{}}\n' % (number, kind) for number, kind in enumerate(kinds, 1)]


class Locks(unittest.TestCase):
    def test_of_two_runs_the_second_ends(self):
        with tempfile.TemporaryDirectory() as folder:
            with only_run(Path(folder)):
                self.assertRaisesRegex(AnotherRunError, "another run is going on", only_run(Path(folder)).__enter__)
            with only_run(Path(folder)):
                pass

    def test_one_that_waits_goes_on_when_the_first_has_ended(self):
        with tempfile.TemporaryDirectory() as folder, ExitStack() as first, redirect_stderr(io.StringIO()) as said:
            first.enter_context(only_run(Path(folder)))
            timer = threading.Timer(0.1, first.close)
            timer.start()
            with only_run(Path(folder), patience=60):
                timer.join()
        self.assertIn("waiting up to 1 minutes", said.getvalue())


class Programs(unittest.TestCase):
    def test_what_a_program_says_is_returned(self):
        self.assertEqual(output_of("cat", text=b"text"), b"text")
        self.assertEqual(output_of("true", text=b"text"), b"")

    def test_a_program_that_writes_without_end_is_stopped(self):
        self.assertRaisesRegex(ChildProcessError, "without end", output_of, "yes")

    def test_a_program_that_does_not_end_is_stopped(self):
        self.assertRaisesRegex(TimeoutError, "sleep 60", output_of, "sleep", "60", patience=0.1)

    def test_what_a_failed_program_started_ends_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            pid = Path(folder) / "pid"
            script = f"sleep 60 >/dev/null & echo $! >{pid}; exit 3"
            self.assertRaisesRegex(ChildProcessError, "status 3", output_of, "sh", "-c", script)
            self.assertTrue(ends(int(pid.read_text())))


def ends(pid, patience=5):
    """Whether a process ends in that time; one that nobody has waited for yet counts as ended."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        found = subprocess.run(["ps", "-o", "stat=", "-p", f"{pid}"], capture_output=True, text=True, check=False)
        if found.stdout[:1] in ("", "Z"):
            return True
        time.sleep(0.01)
    return False


class Verdicts(unittest.TestCase):
    def test_what_is_near_its_record_is_good(self):
        for count in (970, 1000, 1030):
            self.assertEqual(judged(count, 1000).tap(1, "set"),
                             f"ok 1 - set: {count:,} instructions, {count / 1000:.3f} of 1,000")

    def test_what_is_above_is_not(self):
        verdict = judged(1031, 1000)
        self.assertTrue(verdict.is_above)
        self.assertEqual(verdict.tap(2, "set").splitlines(),
                         ["not ok 2 - set: 1,031 instructions, 1.031 of 1,000", "# more than 3% above the record"])

    def test_what_is_below_is_worth_a_record(self):
        self.assertEqual(judged(969, 1000).tap(1, "set"),
                         "ok 1 - set: 969 instructions, 0.969 of 1,000; --record would keep that")

    def test_what_is_far_below_is_not_the_same_work(self):
        self.assertTrue(judged(500, 1000).is_good)
        self.assertRegex(judged(499, 1000).tap(1, "set"), "^not ok 1 .*\n# counts too little to be the same work")

    def test_what_is_not_recorded_or_not_counted_is_no_success(self):
        self.assertEqual(judged(5, None).tap(1, "set"), "not ok 1 - set: 5 instructions, and none are recorded")
        self.assertEqual(judged("no app\nat all", 5, "swift 6.2").tap(1, "set"), "not ok 1 - set: no app\n# at all")

    def test_what_was_recorded_elsewhere_is_not_compared(self):
        difference = Record(THERE, {"set": 1}).difference(HERE)
        self.assertEqual(difference, "swift 6.2 (now 6.3)")
        self.assertEqual(judged(5000, 1, difference).tap(1, "set"),
                         "ok 1 - set: 5,000 instructions # SKIP recorded with swift 6.2 (now 6.3)")
        self.assertEqual(Record(HERE, {"set": 1}).difference(HERE), "")

    def test_a_record_is_of_one_machine(self):
        counts = {"set": 1, "get": 2}
        self.assertEqual(Record(HERE, counts).renewed({"set": 3}, HERE), Record(HERE, {"set": 3, "get": 2}))
        self.assertEqual(Record(THERE, counts).renewed({"set": 3}, HERE), Record(HERE, {"set": 3}))

    def test_a_record_is_read_as_it_was_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path, record = Path(folder) / "record.json", Record(HERE, {"set": 1})
            self.assertEqual(Record.read(path), Record({}, {}))
            record.write(path)
            self.assertEqual(Record.read(path), record)


class Documents(unittest.TestCase):
    def test_they_are_always_alike(self):
        found = {name: hashlib.sha256(written(make())).hexdigest()[:16] for name, make in DOCUMENTS.items()}
        self.assertEqual(found, DIGESTS)


if __name__ == "__main__":
    unittest.main()
