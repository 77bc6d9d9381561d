"""The articles about writing an app quote what is compiled, and what they show is what happens."""
import json
import os
import re

import pytest

from server import PROGRAM, REPOSITORY
from values import same

SOURCE = (REPOSITORY / "Tests/AuthoringExample/LibraryApp.swift").read_text()
CATALOG = REPOSITORY / "Sources/SVVS/SVVS.docc"
ARTICLES = {path.stem: path.read_text() for path in sorted(CATALOG.glob("*.md"))}


def blocks(language, article):
    return re.findall(rf"^```{language}\n(.*?)^```$", ARTICLES[article], re.M | re.S)


def lines(code):
    return [line.strip() for line in code.splitlines()]


@pytest.mark.parametrize("article", ARTICLES)
def test_what_an_article_quotes_is_compiled(article):
    quotes = [block for block in blocks("swift", article) if not block.startswith("// SwiftUI\n")]
    source = "\n".join(["", *lines(SOURCE), ""])
    assert quotes
    for quote in quotes:
        assert "\n".join(["", *lines(quote), ""]) in source, quote


@pytest.mark.parametrize("article", ARTICLES)
def test_the_conversations_of_an_article_take_place(article, monkeypatch, start):
    monkeypatch.setattr("server.COMMAND", [os.path.join(os.path.dirname(PROGRAM), "AuthoringExample")])
    conversations = blocks("text", article)
    assert conversations
    for conversation in conversations:
        library = start()
        for line in conversation.splitlines():
            sign, _, text = line.partition(" ")
            if sign == ">":
                library.send(json.loads(text))
            else:
                assert sign == "<" and same(library.read(), json.loads(text)), text
        library.end_input()
        assert library.read_rest() == [] and library.wait() == 0


def test_a_view_state_of_swiftui_moves_by_markers_alone():
    swift_ui, = (block for block in blocks("swift", "MovingASwiftUIViewState") if "final class" in block
                 and block.startswith("// SwiftUI\n"))
    moved, = (block for block in blocks("swift", "MovingASwiftUIViewState") if "@ViewState" in block)
    unmarked = re.sub(r"^.*@JSONCodable.*\n| @ViewState\(\"\w+\"\)|@Action ", "", moved, flags=re.M)
    assert "// SwiftUI\n" + unmarked == swift_ui


def test_the_landing_page_lists_every_public_symbol():
    declarations = "".join(path.read_text() for path in CATALOG.parent.glob("*.swift"))
    public = set(re.findall(r"^public (?:final )?(?:class|struct|enum|protocol|macro|func|typealias) (\w+)",
                            declarations, re.M))
    listed = re.findall(r"^- ``(\w+)", ARTICLES["SVVS"], re.M)
    assert public and public == set(listed)


def test_the_example_is_short():
    assert len(SOURCE.splitlines()) <= 150
