"""Counted instructions, and the verdicts on them."""
import json
import tempfile
import unittest
from pathlib import Path

from harness.cases import CASES, FEW, MANY
from harness.verdicts import Record, judged

CHANGE = b'{"jsonrpc":"2.0","method":"state/changed","params":{"commit":1,"views":[]}}\n'
HERE = {"swift": "6.3", "jansson": "2.14"}
THERE = {"swift": "6.2", "jansson": "2.14"}


class Counting(unittest.TestCase):
    def setUp(self):
        self.cases = {case.name: case for case in CASES}

    def test_results_are_answers_and_so_are_the_errors_that_are_expected(self):
        for name, kinds in (("set", [b"result"] * 3), ("error", [b"result", b"error", b"error"]), ("start", [])):
            self.cases[name].check(2, [CHANGE, *answers(kinds)])

    def test_notifications_are_not_answered_and_one_names_the_request_before_it(self):
        sent = [json.loads(line) for line in self.cases["cancel"].lines(2)]
        self.assertEqual([(one["method"], one.get("id"), one["params"].get("id")) for one in sent[1:]],
                         [("increment", 2, None), ("$/cancelRequest", None, 2),
                          ("increment", 3, None), ("$/cancelRequest", None, 3)])
        self.cases["cancel"].check(2, answers([b"result"] * 3))
        self.cases["life"].check(0, answers([b"result"] * 2))

    def test_repeated_requests_differ_and_the_others_do_not(self):
        few, many = (self.cases["close"].requests(times) for times in (FEW, MANY))
        self.assertEqual(few, many[: len(few)])
        self.assertEqual(len({params["view"] for _, params in many[MANY:]}), MANY)
        self.assertEqual([self.cases[name].times for name in ("start", "life", "close")], [[0], [0], [FEW, MANY]])

    def test_other_answers_are_not(self):
        wrong = {"an echo": self.cases["set"].lines(2), "none": [],
                 "an error": answers([b"result", b"result", b"error"]), "one missing": answers([b"result"] * 2),
                 "one twice": answers([b"result"] * 3) + answers([b"result"]),
                 "one too many": answers([b"result"] * 4)}
        for what, lines in wrong.items():
            with self.subTest(what):
                self.assertRaises(ChildProcessError, self.cases["set"].check, 2, lines)
        self.assertRaises(ChildProcessError, self.cases["error"].check, 1, answers([b"result"] * 2))


def answers(kinds):
    return [b'{"jsonrpc":"2.0","id":%d,"%b":{}}\n' % (number, kind) for number, kind in enumerate(kinds, 1)]


class Verdicts(unittest.TestCase):
    def test_a_count_near_its_record_is_good(self):
        for count in (970, 1000, 1030):
            self.assertEqual(judged(count, 1000).tap(1, "set"),
                             f"ok 1 - set: {count:,} instructions, {count / 1000:.3f} of 1,000")

    def test_a_count_above_its_record_fails(self):
        verdict = judged(1031, 1000)
        self.assertTrue(verdict.is_above)
        self.assertEqual(verdict.tap(2, "set").splitlines(),
                         ["not ok 2 - set: 1,031 instructions, 1.031 of 1,000", "# more than 3% above the record"])

    def test_a_count_below_its_record_is_worth_a_record(self):
        self.assertEqual(judged(969, 1000).tap(1, "set"),
                         "ok 1 - set: 969 instructions, 0.969 of 1,000; --record would keep that")

    def test_a_count_far_below_its_record_is_not_the_same_work(self):
        self.assertTrue(judged(500, 1000).is_good)
        self.assertRegex(judged(499, 1000).tap(1, "set"), "^not ok 1 .*\n# counts too little to be the same work")

    def test_a_case_without_a_record_or_a_count_fails(self):
        self.assertEqual(judged(5, None).tap(1, "set"), "not ok 1 - set: 5 instructions, and none are recorded")
        self.assertEqual(judged("no app\nat all", 5, "swift 6.2").tap(1, "set"), "not ok 1 - set: no app\n# at all")

    def test_a_record_of_another_machine_is_not_compared(self):
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
