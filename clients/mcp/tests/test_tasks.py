"""Tasks of an agent that knows only the descriptions of the tools and what they return."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from agent import Agent, Reply, demo
from support import real_server


def test_an_agent_marks_a_smoothie_and_writes_a_note_in_twelve_calls(start: Callable[..., Agent]) -> None:
    agent, calls = start(demo(), mode="auto"), 0

    def use(tool: str, **arguments: object) -> Reply:
        nonlocal calls
        calls += 1
        reply = agent(tool, **arguments)
        assert not reply.is_error, reply.text
        return reply

    assert re.search(r"^login: Log in; starts here", use("views").data, re.M)
    assert "login(userId?: text, password?: text, secret)" in use("open", view="login").data
    assert "The app goes on to home: open it." in use("call", view="login", action="login",
                                    arguments={"userId": "12345", "password": "password"}).text
    menu = use("open", view="smoothies").data
    rows = [line.strip().split(" | ") for line in menu.splitlines() if "¥" in line]
    id, title, price = min((row[:3] for row in rows if int(row[2][1:]) < 450), key=lambda row: row[2])
    marked = use("call", view="smoothies", action="toggleFavorite", arguments={"id": id})
    assert re.search(rf"changed to {id} \| {title} .* \| yes$", marked.data, re.M)
    assert "add uses it" in use("open", view="notes").data
    assert f"+ 2 | {title} costs {price}" in use(
        "call", view="notes", action="add", set={"draft": f"{title} costs {price}"}).data
    assert title in use("open", view="favorites").data
    assert calls <= 12


def test_an_agent_uses_an_app_that_svvs_new_wrote(start: Callable[..., Agent]) -> None:
    """ListApp is the package that `svvs new` writes, which a test of the contract compares."""
    agent = start([str(Path(real_server()).with_name("ListApp"))], mode="legacy")
    view = agent("views").data.splitlines()[1].partition(":")[0]
    assert "draft (Draft; can be set; add uses it)" in agent("open", view=view).data
    added = agent("call", view=view, action="add", set={"draft": "Milk"})
    assert re.search(r"^  \+ 1 \| Milk$", added.data, re.M)
