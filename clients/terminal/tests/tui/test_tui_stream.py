"""A text that grows at its end, like a log."""

from __future__ import annotations

import weakref
from typing import Any

import pytest
from textual.app import App, ComposeResult

from support import asynchronous
from tui_app import discovery, scripted, shown
from written_screens import part, view_type

import svvs
from svvs import state
from svvs.replica import Replica
from svvs_terminal.tui import facts, stream as stream_of_text
from svvs_terminal.tui.calls import Calls
from svvs_terminal.tui.log import Changes, CommitLog
from svvs_terminal.tui.screen import ViewType
from svvs_terminal.tui.stream import Stream

BUILD = view_type("build", part("log", format="stream", nullable=True), part("name"), start=True)


def building(*logs: str) -> Any:
    """A server whose log has one of these texts after another, whenever the client says so."""
    return scripted(discovery(BUILD) + f"""
logs = {logs!r}
opened(log=eval(logs[0]), name="x")
for commit, log in enumerate(logs[1:], 1):
    receive("next")
    changed(commit, commit + 1, log=eval(log), name=str(commit))
end_of_input()
""")


NUMBERS = "''.join(f'line {{n}}\\n' for n in range({}))"


@asynchronous
async def test_the_end_of_a_text_that_grows_is_followed_while_it_is_in_sight() -> None:
    logs = [NUMBERS.format(count) for count in (100, 150, 200, 250)]
    async with shown(building(*logs)) as screen:
        await screen.wait_for("Log:", "line 99 ", "Name: x")
        screen.app.server.notify("next")
        await screen.wait_for("line 149 ")
        await screen.press("tab", "pageup", "pageup")
        await screen.wait_for("line 110 ")
        screen.app.server.notify("next")
        await screen.wait_for("Name: 2", "line 110 ")
        assert "line 199 " not in screen.text
        await screen.press("end")
        await screen.wait_for("line 199 ")
        screen.app.server.notify("next")
        await screen.wait_for("line 249 ")


@asynchronous
async def test_lines_that_are_added_in_pieces_are_cleaned_and_wrapped() -> None:
    logs = ["'one\\r'", "'one\\r\\ntwo e'", "'one\\r\\ntwo e\\u0301\\x1b\\n' + 'x' * 100", "'one\\n'", "None"]
    async with shown(building(*logs), width=80) as screen:
        await screen.wait_for("one␍")
        for shown_lines, absent in [(("┃one ", "┃two e "), "␍"), (("┃two é␛ ", "┃" + "x" * 50), "…"), (("┃one ",), "two"), (("Log:",), "one")]:
            screen.app.server.notify("next")
            await screen.wait_for(*(each.replace("┃", "┃ ") for each in shown_lines), lambda text: absent not in text.split("Commits")[0])


@asynchronous
async def test_the_beginning_of_a_very_long_text_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_of_text, "_KEPT", 2_000)
    monkeypatch.setattr(facts, "_CHARACTERS", 1_000)
    logs = [NUMBERS.format(count) for count in (10, 1_000, 1_100, 1_101, 1_400)]
    async with shown(building(*logs)) as screen:
        stream = screen.app.query_one(Stream)
        for count in (1_000, 1_100, 1_101, 1_400):
            screen.app.server.notify("next")
            text = await screen.wait_for(f"line {count - 1} ", "Log: the first ", " characters are left out")
            assert len(stream._text) == len(eval(NUMBERS.format(count)))
            assert sum(len(line) for line, _ in stream._lines) == len(stream._text) - stream._left_out <= 4_000
            assert "".join(line for line, _ in stream._lines) == stream._text[stream._left_out :]
            assert f"{stream._left_out:,} of {len(stream._text):,}" in text
        await screen.press("space")
        await screen.wait_for("characters in all")
        await screen.press("end")
        await screen.wait_for("line 1399 ")


@asynchronous
async def test_only_the_states_of_a_text_that_are_shown_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[int] = []
    join = state._joined

    def counted(pieces: list[str]) -> str:
        joined.append(len(pieces))
        return join(pieces)

    monkeypatch.setattr(state, "_joined", counted)
    steps = """
opened(log="begin", name="x")
receive("next")
add = lambda at: {"view": "v", "from": at, "appended": {"log": f"line {at}\\n"}, "changes": {"name": str(at)}}
send_together(*({"method": "state/changed", "params": {"commit": at + 1, "views": [add(at)]}} for at in range(1, 1001)))
end_of_input()
"""
    async with shown(scripted(discovery(BUILD) + steps)) as screen:
        await screen.wait_for("Name: x")
        screen.app.server.notify("next")
        await screen.wait_for("line 1000 ", "Name: 1000", lambda _: " → 1000; Log + line " in screen.log)
        assert "2 Build · by itself · Name x → 1; Log + line 1\n" in screen.log
    assert len(joined) < 100


def test_many_changes_between_two_updates_are_summed_up_and_not_kept() -> None:
    first = {"log": "", "note": "a", "n": 0}
    replica = Replica("v", "t", "default", commit=0, state=first, params={})
    build, calls, changes = ViewType("build", "Build", ""), Calls(), Changes(first, 0)
    kept: list[weakref.ref[svvs.Change]] = []
    for n in range(50):
        note: dict[str, Any] = {"changes": {"note": "c", "n": n}} if n == 40 else {"changes": {"n": n}}
        change = replica.fold(n + 1, {"from": n, "appended": {"log": f"{n} "}, **note})
        changes.add(change, calls)
        kept.append(weakref.ref(change))
    del change
    assert [each() is None for each in kept] == [n >= 20 for n in range(50)]
    *_, last, rest = changes.take(build)
    assert last == "20 Build · by itself · n 18 → 19; log + 19 "
    assert rest == "… Build · 30 more · n 19 → 49; log + 20 21 22 23 24 25 26 27 28 29 30 31 32 …; note a → c"
    assert changes.take(build) == []


@asynchronous
async def test_the_log_of_commits_says_how_many_lines_are_left_out() -> None:
    class Logging(App[None]):
        def compose(self) -> ComposeResult:
            yield CommitLog()

    async with Logging().run_test(size=(60, 6)) as pilot:
        log = pilot.app.query_one(CommitLog)
        for number in range(1_999):
            log.add(f"commit {number}")
        await pilot.pause()
        assert (len(log.lines), log.border_title) == (1_999, "Commits")
        log.scroll_to(y=1_500, animate=False, immediate=True)
        log.add("one\nmore")
        await pilot.pause()
        assert (len(log.lines), log.lines[-1], log.scroll_y) == (1_000, "more", 499)
        assert log.border_title == "Commits · the first 1,001 lines are left out"
        log.scroll_end(animate=False, immediate=True)
        log.add("the last")
        await pilot.pause()
        assert log.scroll_y == log.max_scroll_y == 1_001 - log.scrollable_content_region.height
