"""The articles for contributors and the README of the tests name types, macros, files and tests that exist."""
import re

import pytest

import schemas
from paths import REPOSITORY

CATALOG = REPOSITORY / "Sources/StateServer/StateServer.docc"
ARTICLES = {name: (CATALOG / f"{name}.md").read_text()
            for name in ["AddingAHint", "Contributing", "Glossary", "PublicOnPurpose", "TheWayOfALogin",
                         "WhatEndsWhat"]}
ARTICLES["Tests/README"] = (REPOSITORY / "Tests/README.md").read_text()
SOURCES = [path.read_text() for path in sorted((REPOSITORY / "Sources").rglob("*.swift"))]
SWIFT_TESTS = {path.stem: path.read_text() for path in sorted((REPOSITORY / "Tests").rglob("*Tests.swift"))}
PYTHON_TESTS = {path: path.read_text() for path in sorted((REPOSITORY / "Tests").rglob("*.py"))}
DOCUMENT = schemas.document("openrpc.json")
METHODS = {one["name"] for one in DOCUMENT["methods"] + DOCUMENT["x-notifications"]}
# Other names: directories, also the one of the logs, errors as a client receives them, and the standard library.
OTHERS = {path.name for folder in (REPOSITORY, REPOSITORY / "Sources", REPOSITORY / "Tests")
          for path in folder.iterdir() if path.is_dir()}
OTHERS |= {*DOCUMENT["components"]["errors"], "Task", "@Observable", ".build/tests"}

TYPE = re.compile(r"^\s*(?:(?!//)\S+ )*(?:class|struct|enum|protocol|actor|typealias) (_?[A-Z]\w*)", re.M)
EXTENSION = re.compile(r"^\s*(?:\w+ )?extension (?:\w+\.)*(\w+)", re.M)
MACRO = re.compile(r"\bmacro (\w+)\(")
# `Connection`, `@ViewState`, `Connection.end(_:)`, and the same of tests.
NAME = re.compile(r"([@_]?[A-Z]\w*)(?:\.([a-z]\w*))?(?:\([^)]*\))?")
# `test_limits.py::test_initialize_returns_the_limits`, or the function or a constant alone.
PYTHON_NAME = re.compile(r"(?:(test_\w+\.py)::)?(test_\w+|[A-Z]{2,})")
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


def is_in_python(file, name):
    one = re.compile(rf"^(?:def {name}\(|{name} = )", re.M)
    return any(one.search(text) for path, text in PYTHON_TESTS.items() if file in (None, path.name))


def is_path(path):
    """Whether it is a method, a path from the root, or the name of a file."""
    folders = [REPOSITORY / folder for folder in ("Sources", "Tests", "schemas")]
    return path in METHODS or (REPOSITORY / path).exists() or any(any(folder.rglob(path)) for folder in folders)


def faults(article):
    """The names in code font in the article, outside blocks of code and links to symbols, that do not exist."""
    for span in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"^```.*?^```$", "", article, flags=re.M | re.S)):
        if span in OTHERS:
            is_found = True
        elif PATH.fullmatch(span):
            is_found = is_path(span)
        elif match := PYTHON_NAME.fullmatch(span):
            is_found = is_in_python(*match.groups())
        elif match := NAME.fullmatch(span):
            is_found = exists(*match.groups())
        else:
            is_found = True
        if not is_found:
            yield span


@pytest.mark.parametrize("article", ARTICLES)
def test_names_in_an_article_exist(article):
    assert list(faults(ARTICLES[article])) == []


def test_each_word_of_the_glossary_has_its_type():
    table = re.findall(r"^\| ([\w ]+) \| .+ \| (.+) \|$", ARTICLES["Glossary"], re.M)[1:]
    assert table
    for word, types in table:
        assert word == "fold" or NAME.fullmatch(types.partition(",")[0].strip("`")), f"{word} has no type"


def test_each_answer_of_where_to_look_is_in_the_file_that_is_named():
    table = re.findall(r"^\| [^|]+\? \| `([\w/+]+\.swift)` \| `(\w+)(?:\.(\w+))?", ARTICLES["Contributing"], re.M)
    assert table
    for path, name, member in table:
        path = path if path.startswith("Sources/") else f"Sources/StateServer/{path}"
        source = (REPOSITORY / path).read_text()
        assert re.search(rf"\b{name}\b", source), f"{path} has no {name}"
        assert re.search(rf"\b(?:func|var|let|case) {member}\b", source), f"{path} has no {name}.{member}"


def rows(path):
    """The names in the first column of the tables of an article, in code font."""
    return set(re.findall(r"^\| `(\w+)`", (REPOSITORY / path).read_text(), re.M))


def test_each_limit_is_in_the_tables_and_has_an_option():
    limits = schemas.document("protocol.schema.json")["$defs"]["ServerLimits"]["properties"].keys()
    declared = (REPOSITORY / "Sources/StateServerCommand/LimitOptions.swift").read_text()
    command = (REPOSITORY / "Sources/StateServerCommand/StateServerCommand.docc/StateServerCommand.md").read_text()
    assert limits <= rows("Sources/StateServer/StateServer.docc/TrustAndLimits.md") & rows("schemas/README.md")
    options = dict(re.findall(r'Option\(\s*"([\w-]+)", \\\.(\w+)', declared))
    assert limits == set(options.values()) and options.keys() <= set(re.findall(r"`--([\w-]+)`", command))
