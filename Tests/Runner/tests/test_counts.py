"""The numbers of passed and failed tests of a check."""
import pytest

from check import Check, counted

TWO_CASES = "<testcase/><testcase><skipped/></testcase>"
TWO_FAULTS = "<testcase><failure/><error/></testcase>"


def result(tmp_path, report, status, stdout="", junit=None):
    (tmp_path / "stdout").write_text(stdout)
    if junit is not None:
        (tmp_path / "report-swift-testing.xml").write_text(junit)
    return counted(Check("part", "name", ["true"], 1, report), status, tmp_path, 0)


def count(*arguments, **options):
    counts = result(*arguments, **options)
    return counts.passed, counts.failed


@pytest.mark.parametrize("status, expected", [(0, (1, 0)), (1, (0, 1)), (124, (0, 1))])
def test_a_command_is_one_test(tmp_path, status, expected):
    assert count(tmp_path, "status", status) == expected


@pytest.mark.parametrize("stdout, status, expected", [
    ("ok 1 - a\n# not ok\nnot ok 2 - b\n1..2\n", 1, (1, 1)),
    ("ok 1 - a\n1..1\n", 0, (1, 0)),
    ("ok 1 - a\n1..1\n", 3, (1, 1)),
    # A program that ends before its plan, or before the end of its plan, has not run all of its tests.
    ("ok 1 - a\n", 0, (1, 1)),
    ("not ok 1 - a\n", 1, (0, 2)),
    ("1..3\nok 1 - a\n", 0, (1, 2)),
    ("1..0\n", 0, (0, 1)),
    ("", 0, (0, 1)),
])
def test_tap_is_counted_by_its_lines(tmp_path, stdout, status, expected):
    assert count(tmp_path, "tap", status, stdout) == expected


@pytest.mark.parametrize("cases, status, expected", [
    (TWO_CASES, 0, (1, 0)),
    (TWO_CASES + TWO_FAULTS, 1, (1, 1)),
    (TWO_CASES, 1, (1, 1)),
    ("<testcase><skipped/></testcase>", 0, (0, 1)),
])
def test_a_junit_report_is_counted_by_its_cases(tmp_path, cases, status, expected):
    assert count(tmp_path, "junit", status, junit=f"<testsuites><testsuite>{cases}</testsuite></testsuites>") == expected


def test_a_report_that_is_missing_or_cut_off_is_a_failure(tmp_path):
    assert count(tmp_path, "junit", 0) == (0, 1)
    assert count(tmp_path, "junit", 0, junit="<testsuites><testcase/>") == (0, 1)


@pytest.mark.parametrize("report, status, output, failures", [
    ("status", 124, {}, ["ended with status 124"]),
    ("tap", 0, {"stdout": "1..0\n"}, ["no test ran"]),
    ("tap", 1, {"stdout": "ok 1 - a\nnot ok 2 - a view opens\n1..3\n"}, ["2 - a view opens", "not run"]),
    ("junit", 1, {"junit": '<testcase classname="test_a" name="test_b"><failure/></testcase>'}, ["test_a test_b"]),
])
def test_failed_tests_are_named(tmp_path, report, status, output, failures):
    assert result(tmp_path, report, status, **output).failures == failures
