"""The table of the rules of the app names existing tests for each rule; and no test is skipped."""
import re

from paths import REPOSITORY

TESTS = REPOSITORY / "Tests"
TABLE = (TESTS / "Server/app/RULES.md").read_text()
ROW = re.compile(r"^\| (R\d+) \| .+ \| (.*?) ?\|$", re.M)
SWIFT, PYTHON = re.compile(r"(\w+)\.(\w+)"), re.compile(r"(test_\w+\.py)::(test_\w+)")
MARKS = re.compile(r"\.disabled\(|\.enabled\(if|withKnownIssue|XCTSkip|Test\.cancel|"
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
        return any(re.search(rf"^def {match[2]}\(", path.read_text(), re.M) for path in TESTS.rglob(match[1]))
    match = SWIFT.fullmatch(test)
    function = match and re.compile(rf"@Test\b(?:(?!\bfunc\b).)*\bfunc {match[2]}\(", re.S)
    return bool(match) and any(function.search(path.read_text()) for path in TESTS.rglob(f"{match[1]}.swift"))


def test_each_rule_names_tests_that_exist():
    rows = ROW.findall(TABLE)
    assert rows
    # A rule without a test has one empty name.
    named = [(rule, test.strip("`")) for rule, tests in rows for test in tests.split(" ")]
    assert [(rule, test) for rule, test in named if not exists(test)] == []


def marks(source):
    """The marks that would keep a test from running or from failing."""
    for allowed in ALLOWED:
        source = source.replace(allowed, "")
    return MARKS.findall(source)


def test_no_test_is_skipped_or_disabled():
    sources = [path for pattern in ("*.swift", "*.py") for path in TESTS.rglob(pattern) if path.name != "test_rules.py"]
    assert sources
    assert {path.name: found for path in sources if (found := marks(path.read_text()))} == {}
