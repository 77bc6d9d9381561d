"""Unexpected output of servers, small terminals, and incomplete installations."""

from __future__ import annotations

import argparse
import asyncio
import os
import pty
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from rich.cells import cell_len
from support import asynchronous, fake_executable, real_server, source_environment
from tui_app import Screen, discovery, real, scripted, shown
from written_screens import action, part, view_type

from svvs_terminal.servers import NoServer
from svvs_terminal.tui import main

ANY = view_type(
    "any", part("rows", "list", of={"kind": "json"}), part("record", "json"), part("text", editable=True), part("other"),
    part("number", "integer", editable=True), form={"fields": ["text", "number"]}, start=True)
EVIL = "\x1b[2J\x1b]0;owned\x07\u202e\u200b\u2028\x9b31m[red]\ud800" + "é" * 1000


def are_lines(screen: Screen) -> bool:
    """Whether no line is wider than the screen, and all characters are visible."""
    lines = screen.text.split("\n")
    size = screen.app.size
    hidden = [each for line in lines for each in line if unicodedata.category(each)[0] == "C"]
    return len(lines) == size.height and max(map(cell_len, lines)) <= size.width and not hidden


@pytest.mark.parametrize("size", [(40, 10), (100, 30), (20, 5), (300, 80)])
@pytest.mark.parametrize(
    "value",
    [
        '{"rows": [{"a": {"b": {"c": [1, {"d": EVIL}]}}, EVIL: EVIL}] * 3, "record": {EVIL: {EVIL: EVIL}}}',
        '{"rows": [{f"c{n}": n for n in range(10_000)}], "record": {f"c{n}": n for n in range(10_000)}}',
        '{"rows": [EVIL * 1000, None, [], {}, 5], "text": EVIL, "other": "x" * 1_000_000}',
        '{"rows": "no array", "record": [], "text": {"no": "text"}, "number": "none", "more": EVIL}',
    ],
)
def test_any_value_is_shown_in_lines_of_visible_characters(value: str, size: tuple[int, int]) -> None:
    async def run() -> None:
        state = f"{{'rows': [], 'record': None, 'text': '', 'other': '', 'number': 0, **{value}}}"
        script = discovery(ANY) + f"EVIL = {EVIL!r}\nopened(**{state})\nend_of_input()"
        async with shown(scripted(script), *size) as screen:
            await screen.wait_for("Any" if size[1] > 5 else lambda text: text.strip())
            await screen.press("escape", "end", "tab", "enter", "escape", "question_mark")
            await screen.wait_for(lambda text: are_lines(screen))
            await screen.press("escape", "o")
            assert are_lines(screen)

    asynchronous(run)()


@asynchronous
async def test_titles_of_a_schema_are_not_markup() -> None:
    evil = view_type(
        "v", part(EVIL, title="[bold]x[/bold]", description=EVIL, editable=True), title=EVIL, start=True,
        actions=[action("go", title="[red]go", description="[blue]", letter="r")], form={"fields": [EVIL], "calls": "go"})
    async with shown(scripted(discovery(evil) + "opened()\nend_of_input()")) as screen:
        await screen.wait_for("[bold]x[/bold]:")
        await screen.wait_for("[red]go")
        await screen.press("escape", "question_mark")
        await screen.wait_for("[blue]")
        assert are_lines(screen)


@asynchronous
async def test_an_app_without_views_is_shown() -> None:
    async with shown(scripted(discovery() + "end_of_input()")) as screen:
        await screen.wait_for("o, then a letter")
        await screen.press("x", "enter", "escape", "ctrl+w", "slash", "1", "ctrl+l", "tab")
        assert "Commits" not in screen.text


@asynchronous
async def test_the_program_responds_during_a_flood_of_changes_and_shows_the_last_state() -> None:
    counter = view_type("v", part("count", "integer"), part("text", editable=True), form={"fields": ["text"]}, start=True)
    script = discovery(counter) + """
opened(count=0, text="")
for number in range(1, 100_001):
    changed(number, number + 1, count=number)
request = receive("view/set")
changed(100_001, 100_002, **request["params"]["properties"])
reply(request, commit=100_002)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Text:")
        await screen.type("typed")
        await screen.wait_for("Text: typed")
        await screen.press("enter")
        await screen.wait_for("Count: 100000")
        await screen.wait_for("Text  → typed")


@asynchronous
async def test_the_terminal_may_be_resized_at_any_time() -> None:
    async with shown(real) as screen:
        await screen.wait_for("Password:")
        for width, height in ((40, 10), (10, 3), (200, 60), (1, 1), (79, 19), (80, 20)):
            await screen.resize(width, height)
            await screen.press("ctrl+o", "m")
            await screen.wait_for(lambda text: are_lines(screen))
        await screen.wait_for("Smoothies (14)")


def test_with_no_color_the_cursor_is_visible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def run() -> None:
        async with shown(real) as screen:
            await screen.press("ctrl+o", "m")
            await screen.wait_for("Smoothies (14)")
            styles = [segment.style for strip in screen.lines for segment in strip if segment.style]
            colours = {colour.name for style in styles for colour in (style.color, style.bgcolor) if colour}
            assert colours <= {"default"} and any(style.reverse for style in styles)

    asynchronous(run)()


@asynchronous
async def test_a_narrow_terminal_shows_one_card_and_the_menu_on_demand() -> None:
    async with shown(real, 40, 10) as screen:
        await screen.wait_for("Password:", lambda text: "Views" not in text and "Commits" not in text)
        await screen.press("ctrl+o")
        await screen.wait_for("Views")
        await screen.type("/coun")
        assert "Counter A" in screen.text
        await screen.press("enter")
        await screen.wait_for(lambda text: "2 Counter A" in text and "Views" not in text)
        await screen.press("1")
        await screen.wait_for("1 Log in")


def tui(environment: dict[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the program in a pseudo-terminal."""
    ours, theirs = pty.openpty()
    variables = {**source_environment(real_server()), **environment}
    try:
        return subprocess.run([sys.executable, *options, "-m", "svvs", "tui"], stdin=theirs, stdout=theirs, env=variables,
                              stderr=subprocess.PIPE, text=True, timeout=30)
    finally:
        os.close(ours)
        os.close(theirs)


def test_without_textual_the_message_says_how_to_install_it(tmp_path: Path) -> None:
    # `None` in `sys.modules` makes the import fail, as if the package were not installed.
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['textual'] = None\n")
    run = tui({"PYTHONPATH": f"{tmp_path}:{source_environment('')['PYTHONPATH']}"})
    assert (run.returncode, run.stderr) == (4, "svvs: `tui` needs textual: pip install 'textual>=8.2,<9'\n")


def test_without_a_terminal_the_command_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "svvs", "tui"]
    environment = source_environment(real_server())
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, timeout=30)
    assert (run.returncode, run.stderr) == (2, "svvs: `tui` needs a terminal; `call` and `get` do not\n")
    assert "`tui` needs a terminal that can move its cursor" in tui({"TERM": "dumb"}).stderr


def test_a_server_that_cannot_start_is_reported_in_one_line(tmp_path: Path) -> None:
    assert tui({"SVVS": "/nowhere/svvs", "TERM": "xterm"}).stderr.startswith("svvs: cannot start '/nowhere/svvs'")
    nonsense = fake_executable(tmp_path, "receive()\nwrite('nonsense\\n')\nend_of_input()")
    assert "not a message of the protocol" in tui({"SVVS": nonsense, "TERM": "xterm"}).stderr
    assert tui({"SVVS": "'open", "TERM": "xterm"}).stderr == "svvs: SVVS is not a command line: No closing quotation\n"


def test_a_server_that_does_not_respond_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("svvs_terminal.servers.SECONDS", 0.2)
    monkeypatch.setenv("SVVS", fake_executable(tmp_path, "# raw\nend_of_input()"))
    with pytest.raises(NoServer, match="^the server does not respond: "):
        asyncio.run(main.Program(argparse.Namespace(attach=None, server_options=[], timeout=None)).run())
