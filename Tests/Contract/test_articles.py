"""The articles and the public documentation quote code that is compiled, and show conversations that take place."""
import json
import os
import re

import pytest

from json_values import same
from packages import check_types
from paths import REPOSITORY
from server import COMMAND, PROGRAM

SOURCES = REPOSITORY / "Sources"
CATALOGS = {path.stem: path for path in sorted(SOURCES.glob("*/*.docc"))}
ARTICLES = {f"{catalog}/{path.stem}": path.read_text()
            for catalog, folder in CATALOGS.items() for path in sorted(folder.glob("*.md"))}
# The declarations of the modules with a catalog, with their comments; and the names that authors get with SVVS.
ROOMS = {room: {path: path.read_text() for path in sorted((SOURCES / room).rglob("*.swift"))} for room in CATALOGS}
EXAMPLES = [path.read_text() for path in sorted((REPOSITORY / "Tests/Contract/Examples").rglob("*.swift"))]
# The program that each article uses in its conversation.
PROGRAMS = {"StateServer/StateServer": "ListApp", "StateServer/TheWayOfALogin": "svvs",
            "SVVSPersistence/SVVSPersistence": "NotesApp"}


def blocks(language, text):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def conversations(text):
    return [block for block in blocks("text", text) if block.startswith("> ")]


def lines(code):
    return [line.strip() for line in code.splitlines()]


def is_compiled(quote):
    wanted = "\n".join(["", *lines(quote), ""])
    return any(wanted in "\n".join(["", *lines(source), ""]) for source in EXAMPLES)


def comments(source):
    """The documentation comments of a file, each with the line of its declaration."""
    for comment, declared in re.findall(r"((?:^ *///.*\n)+)((?: *@.*\n)*.*)", source, re.M):
        yield "\n".join(re.sub(r"^ */// ?", "", line) for line in comment.splitlines()) + "\n", declared


@pytest.mark.parametrize("article", ARTICLES)
def test_quotes_in_an_article_are_compiled(article):
    for quote in blocks("swift", ARTICLES[article]):
        assert quote.startswith("// SwiftUI\n") or is_compiled(quote), quote


def test_examples_of_the_products_use_only_what_is_public():
    """The repository's own package compiles them too, but there they may also use what is not public."""
    files = sorted((REPOSITORY / "Tests/Contract/Examples/Products").glob("*.swift"))
    check_types(*files, settings=["-swift-version", "6"])


@pytest.mark.parametrize("room", ROOMS)
def test_quotes_in_documentation_are_compiled(room):
    for path, source in ROOMS[room].items():
        for comment, _ in comments(source):
            for quote in blocks("swift", comment):
                assert is_compiled(quote), f"{path.name}: {quote}"


@pytest.mark.parametrize("article", [name for name, text in ARTICLES.items() if conversations(text)])
def test_the_conversations_of_an_article_take_place(article, monkeypatch, start):
    program = PROGRAMS.get(article, "AuthoringExample")
    command = COMMAND if program == "svvs" else [os.path.join(os.path.dirname(PROGRAM), program)]
    monkeypatch.setattr("server.COMMAND", command)
    for conversation in conversations(ARTICLES[article]):
        server = start()
        for line in conversation.splitlines():
            sign, _, text = line.partition(" ")
            if sign == ">":
                server.send(json.loads(text))
            else:
                assert sign == "<" and same(server.read(), json.loads(text)), text
        server.end_input()
        assert server.read_rest() == [] and server.wait() == 0


def test_a_view_state_of_swiftui_moves_by_markers_alone():
    article = blocks("swift", ARTICLES["SVVS/MovingASwiftUIViewState"])
    swift_ui, = (block for block in article if "final class" in block and block.startswith("// SwiftUI\n"))
    moved, = (block for block in article if "@ViewState" in block)
    unmarked = re.sub(r"^.*@JSONCodable.*\n|@Action ", "", moved, flags=re.M)
    unmarked = re.sub(r"@ViewState\(\"\w+\"\)", "@Observable", unmarked)
    assert "// SwiftUI\n" + unmarked == swift_ui


@pytest.mark.parametrize("room", CATALOGS)
def test_the_landing_page_lists_every_public_symbol(room):
    # Except for symbols with an underscore, which only the macros name.
    declared = set(re.findall(
        r"^public (?:final )?(?:class|struct|enum|protocol|macro|func|typealias) ([A-Za-z]\w*)",
        "\n".join(ROOMS[room].values()), re.M))
    # A member of another module's type is listed with that module in front of it.
    listed = re.findall(r"^- ``(?!\w+/\w+/)(\w+)", ARTICLES[f"{room}/{room}"], re.M)
    assert declared and sorted(declared) == sorted(set(listed))


def test_a_landing_page_leads_to_its_articles():
    for catalog in CATALOGS:
        others = {name.partition("/")[2] for name in ARTICLES if name.startswith(f"{catalog}/")} - {catalog}
        assert others == set(re.findall(r"^- <doc:(\w+)>", ARTICLES[f"{catalog}/{catalog}"], re.M))


def test_the_notes_of_an_article_are_there_in_the_next_process(monkeypatch, start, tmp_path):
    monkeypatch.setattr("server.COMMAND", [os.path.join(os.path.dirname(PROGRAM), "NotesApp")])

    def begin():
        notes = start("--database", str(tmp_path / "notes.sqlite"))
        return notes, notes.call("view/open", {"type": "pad", "view": "n"})["state"]

    first, state = begin()
    assert state["notes"] == []
    for action, arguments in ("add", {"text": "milk"}), ("add", {"text": "eggs"}), ("show", {"count": 1}):
        first.call(action, arguments)
    assert first.finish() == 0
    second, state = begin()
    assert state["limit"] == 1 and state["notes"] == ["eggs"]


def test_an_option_that_an_app_refuses_is_one_line(monkeypatch, start, tmp_path):
    monkeypatch.setattr("server.COMMAND", [os.path.join(os.path.dirname(PROGRAM), "NotesApp")])
    server = start("--database", str(tmp_path))
    assert server.wait() == 64
    assert server.errors.startswith("NotesApp: ") and server.errors.count("\n") == 1
