"""The article about the modules shows the modules of Package.swift and their dependencies."""
import re

from paths import REPOSITORY

SOURCES = REPOSITORY / "Sources"
MANIFEST = (REPOSITORY / "Package.swift").read_text()
ARTICLE = (SOURCES / "StateServer/StateServer.docc/Modules.md").read_text()
ROW = re.compile(r"^\| `(\w+)` \| (.*?) ?\| .+ \|$", re.M)


def inside_parentheses(text, start):
    """The text from an opening parenthesis to the one that closes it."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return text[start + 1:index]
    raise AssertionError("a parenthesis is not closed")


def packages(code):
    """The packages of the products that an expression mentions, also by the names of constants."""
    constants = dict(re.findall(r"^let (\w+)\b(.*?)(?=^let )", MANIFEST, re.M | re.S))
    named = [code, *(definition for name, definition in constants.items() if re.search(rf"(?<!\")\b{name}\b", code))]
    return {package for text in named for package in re.findall(r'package: "([\w.-]+)"', text)}


def targets():
    """The modules in Sources, in the order of the manifest, each with the modules and packages that it depends on."""
    _, _, listed = MANIFEST.rpartition("\n  targets: [\n")
    found = {}
    for start in re.finditer(r"^    \.(?:target|executableTarget|macro|systemLibrary|testTarget)\(", listed, re.M):
        target = inside_parentheses(listed, start.end() - 1)
        if ".testTarget" in start[0] or 'path: "Tests/' in target:
            continue
        name = re.search(r'name: "(\w+)"', target)[1]
        code = re.search(r"dependencies: (.*?)(?:,\s*swiftSettings: settings)?$", target, re.S)
        code = re.sub(r"condition: \.when\(.*?\)", "", code[1]) if code else ""
        own = set(re.findall(r'(?:[\[,]\s*|\.target\(name: )"(\w+)"', code))
        found[name] = (own, packages(code))
    return found


def rows(article):
    """The rows of the table, in order, in the same form."""
    table, _, _ = article.partition("###")
    return {name: (set(re.findall(r"`(\w+)`", cell)), set(re.findall(r"\*([\w.-]+)\*", cell)))
            for name, cell in ROW.findall(table)}


def ways(article):
    """The pairs of modules between which an arrow is drawn."""
    lines = [line.split(" → ") for line in article.splitlines() if " → " in line]
    return {pair for line in lines for pair in zip(line, line[1:])}


def faults(article):
    """The differences between the article and the code."""
    expected, shown = targets(), rows(article)
    found = [f"{name}: the manifest has {expected.get(name)}, the table {shown.get(name)}"
             for name in sorted(expected.keys() | shown.keys()) if expected.get(name) != shown.get(name)]
    order = list(shown)
    found += [f"{name} comes before {other}" for name, (own, _) in shown.items() for other in own
              if other not in order[:order.index(name)]]
    found += [f"{one} does not depend on {other}" for one, other in sorted(ways(article))
              if other not in expected.get(one, (set(), set()))[0]]
    return found


def test_the_table_shows_the_modules_with_all_that_they_depend_on():
    assert ways(ARTICLE) and faults(ARTICLE) == []


def test_the_directories_of_the_server_are_shown():
    _, _, table = ARTICLE.partition("| directory of `Sources/StateServer` |")
    shown = re.findall(r"^\| `(\w+)` \|", table, re.M)
    directories = {path.name for path in (SOURCES / "StateServer").iterdir() if path.is_dir()}
    assert set(shown) == directories - {"StateServer.docc"} and len(shown) == len(set(shown))
