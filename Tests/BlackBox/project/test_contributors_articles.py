"""The articles for contributors name types, members, macros, files and tests that exist."""
import re

import pytest

import schemas
from paths import REPOSITORY

CATALOG = REPOSITORY / "Sources/StateServer/StateServer.docc"
ARTICLES = {name: (CATALOG / f"{name}.md").read_text() for name in ["Glossary", "TheWayOfALogin"]}
SOURCES = [path.read_text() for path in sorted((REPOSITORY / "Sources").rglob("*.swift"))]
SWIFT_TESTS = {path.stem: path.read_text() for path in sorted((REPOSITORY / "Tests").rglob("*Tests.swift"))}
PYTHON_TESTS = sorted((REPOSITORY / "Tests").rglob("test_*.py"))
DOCUMENT = schemas.document("openrpc.json")
METHODS = {one["name"] for one in DOCUMENT["methods"] + DOCUMENT["x-notifications"]}
# Other names: those of modules, of errors as a client gets them, and of the standard library.
OTHERS = {path.name for path in (REPOSITORY / "Sources").iterdir()} | set(DOCUMENT["components"]["errors"]) | {"Task"}

TYPE = re.compile(r"^\s*(?:(?!//)\S+ )*(?:class|struct|enum|protocol|actor|typealias) ([A-Z]\w*)", re.M)
EXTENSION = re.compile(r"^\s*(?:\w+ )?extension (?:\w+\.)*(\w+)", re.M)
MACRO = re.compile(r"\bmacro (\w+)\(")
# `Connection`, `@ViewState`, `Connection.end(_:)`, and the same of tests.
NAME = re.compile(r"(@?[A-Z]\w*)(?:\.([a-z]\w*))?(?:\([^)]*\))?")
PYTHON_TEST = re.compile(r"(test_\w+\.py)::(test_\w+)")
PATH = re.compile(r"\.?[\w-]+(?:/[\w.+-]+)+/?|[\w+-]+\.(?:swift|py|md|json)")


def declared():
    """The types and macros, each with the sources that declare or extend it."""
    types = {name: [] for source in SOURCES for name in TYPE.findall(source)}
    for source in SOURCES:
        for name in {*TYPE.findall(source), *EXTENSION.findall(source)} & types.keys():
            types[name].append(source)
    return types | {f"@{name}": [] for source in SOURCES for name in MACRO.findall(source)}


TYPES = declared()


def exists(name, member):
    """Whether there is a type, or a member of one, or a suite of tests, or a test of one."""
    if name in SWIFT_TESTS:
        return member is None or re.search(rf"\bfunc {member}\(", SWIFT_TESTS[name])
    if name in OTHERS or member is None:
        return name in OTHERS or name in TYPES
    one = re.compile(rf"\b(?:func|var|let|case) (?:\w+(?:\([^)]*\))?, )*{member}\b")
    return any(one.search(source) for source in TYPES.get(name, []))


def is_python_test(file, function):
    return any(path.name == file and f"def {function}(" in path.read_text() for path in PYTHON_TESTS)


def is_path(path):
    """Whether it is a method, or a path from the root, or the name of a file."""
    folders = [REPOSITORY / folder for folder in ("Sources", "Tests", "schemas")]
    return path in METHODS or (REPOSITORY / path).exists() or any(any(folder.rglob(path)) for folder in folders)


def faults(article):
    """What the article names in code font, outside blocks of code, that does not exist."""
    for span in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", article, flags=re.M | re.S)):
        if match := NAME.fullmatch(span):
            is_found = exists(*match.groups())
        elif match := PYTHON_TEST.fullmatch(span):
            is_found = is_python_test(*match.groups())
        else:
            is_found = not PATH.fullmatch(span) or is_path(span)
        if not is_found:
            yield span


@pytest.mark.parametrize("article", ARTICLES)
def test_what_an_article_names_exists(article):
    assert list(faults(ARTICLES[article])) == []


@pytest.mark.parametrize("name", [
    "Peer", "Connection.hangUp(_:)", "Sources/StateServer/Peer.swift", "Peer.swift", "test_limits.py::test_none",
    "PeerTests", "CallTests.noTest", "@Argumentation", "Commits.counts"])
def test_a_name_of_nothing_is_found_out(name):
    assert list(faults(f"One `Connection.end(_:)`, `Commits.number`, `view/open` and `{name}`.")) == [name]
