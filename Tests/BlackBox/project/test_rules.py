"""The table of the rules of the app names every rule and existing tests; and each test is part of a run."""
import re

import pytest

from paths import REPOSITORY

TESTS = REPOSITORY / "Tests"
BLACK_BOX = TESTS / "BlackBox"
TABLE = (TESTS / "README.md").read_text()
RULES = [f"R{number}" for number in (*range(1, 26), *range(27, 36), 40, 41, *range(43, 61))]
ROW = re.compile(r"^\| (R\d+) \| (.+) \| (.+) \|$", re.M)
SWIFT, PYTHON = re.compile(r"(\w+)\.(\w+)"), re.compile(r"(test_\w+\.py)::(test_\w+)")
MARKS = re.compile(r"\.disabled\(|\.enabled\(|withKnownIssue|XCTSkip|Test\.cancel|"
                   r"\b(?:pytest|mark|unittest)\.(?:skip\w*|xfail|importorskip)")
ALLOWED = (
    # Without /proc, no test can observe whether a process sleeps.
    'pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")',
    # Tests of recorded issues. They fail if no issue is recorded.
    "try await withKnownIssue {\n      try await body()\n    } matching: { issue in",
)


def exists(test):
    """Whether there is a test of that name, and it is a test."""
    if match := PYTHON.fullmatch(test):
        return any(re.search(rf"^def {match[2]}\(", path.read_text(), re.M) for path in BLACK_BOX.rglob(match[1]))
    match = SWIFT.fullmatch(test)
    function = match and re.compile(rf"@Test\b(?:(?!\bfunc\b).)*\bfunc {match[2]}\(", re.S)
    return bool(match) and any(function.search(path.read_text()) for path in TESTS.rglob(f"{match[1]}.swift"))


def faults(table):
    """The faults of the table, by rule."""
    rows = ROW.findall(table)
    found = [] if [rule for rule, _, _ in rows] == RULES else ["the rules are not all of them, once and in order"]
    for rule, _, cell in rows:
        tests = cell.split(" ")
        if not 1 <= len(tests) <= 4:
            found.append(f"{rule} names {len(tests)} tests")
        found += [f"{rule} names {test}" for test in tests if not exists(test.strip("`"))]
    return found


def test_every_rule_is_named_once_in_order_with_tests_that_exist():
    assert faults(TABLE) == []


@pytest.mark.parametrize("old, new", [
    (r"^\| R7 .*\n", ""), (r"^(\| R7 .*\n)", r"\1\1"), (r"^(\| R7 .*\n)(\| R8 .*\n)", r"\2\1"), (r"^\| R60 ", "| R61 "),
    ("`UserPageTests.aSecondReload", "`UserPageTests.aThirdReload"), ("`UserPageTests.aSecond", "`LoginTests.aSecond"),
    ("test_user_page.py::test_a_second", "test_user_page.py::test_a_third"), ("`UserPageTests", "`NoTests"),
    ("`UserPageTests.aSecondReloadJoinsTheFirst`", "`UserPageTests.openLoaded`"), (r"^(\| R7 .*) \|$", r"\1 `` |"),
])
def test_a_wrong_table_is_refused(old, new):
    broken = re.sub(old, new, TABLE, count=1, flags=re.M)
    assert broken != TABLE and faults(broken)


def marks(source):
    """The marks that would keep a test from running or from failing."""
    for allowed in ALLOWED:
        source = source.replace(allowed, "")
    return MARKS.findall(source)


def test_no_test_is_skipped_or_disabled():
    sources = [path for pattern in ("*.swift", "*.py") for path in TESTS.rglob(pattern) if path.name != "test_rules.py"]
    assert len(sources) > 100
    assert {path.name: found for path in sources if (found := marks(path.read_text()))} == {}


@pytest.mark.parametrize("source", [
    '@Test(.disabled("flaky")) func a() {}', "@Test(.enabled(if: false)) func a() {}", "withKnownIssue { }",
    '@pytest.mark.skip(reason="x")', "@pytest.mark.skipif(True)", "@pytest.mark.xfail", 'pytest.skip("x")',
])
def test_a_mark_that_skips_a_test_is_found(source):
    assert marks(source)
