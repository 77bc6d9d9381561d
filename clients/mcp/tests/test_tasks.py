"""Tasks of an agent that knows only the descriptions of the tools and what they return."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from agent import Agent, demo
from readme import blocks
from support import REPOSITORY, real_server


def test_an_agent_uses_an_app_that_svvs_new_wrote(start: Callable[..., Agent]) -> None:
    """ListApp is the package that `svvs new` writes, which a test of the contract compares."""
    agent = start([str(Path(real_server()).with_name("ListApp"))], mode="legacy")
    view = agent("views").data.splitlines()[1].partition(":")[0]
    assert "draft (Draft; can be set; add uses it)" in agent("open", view=view).data
    added = agent("call", view=view, action="add", set={"draft": "Milk"})
    assert re.search(r"^  Milk$", added.data, re.M)


def test_the_transcripts_of_the_readme_are_what_an_agent_sees(start: Callable[..., Agent]) -> None:
    """Each piece between two ellipses is found in the result, apart from numbers that differ each time."""
    page, agent, confirm = (REPOSITORY / "clients/mcp/README.md").read_text("utf-8"), start(demo(), mode="auto"), ""
    steps = [step for block in blocks(page, "text")[:3] for step in re.split(r"\n(?=\w)", block.rstrip())]
    assert len(steps) == 7 + 6 + 3
    for step in steps:
        call, _, shown = step.partition("\n")
        tool, arguments = call.split(" ", 1)
        given = json.loads(arguments)
        text = agent(tool, **{**given, **({"confirm": confirm} if "confirm" in given else {})}).text
        confirm = "".join(re.findall(r'"confirm": "(\w+)"', text))
        assert [each for each in map(_plain, re.split("…(?! rows)", shown)) if each not in _plain(text)] == [], text


def _plain(text: str) -> str:
    words = re.sub(r"commit \d+|\w{8}\"|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|</?app-data.*>", "", text)
    return " ".join(words.split())
