"""Places in files: how they are shown, and the editor that opens them."""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast
from unittest.mock import Mock

import pytest
from support import asynchronous, fake
from test_tui_terminal import TUI, Terminal, terminal  # noqa: F401 (a fixture)
from textual.drivers.linux_driver import LinuxDriver
from tui_app import discovery, scripted, shown
from written_screens import action, part, view_type

from svvs_terminal.tui.editor import edit
from svvs_terminal.tui.keyboard import LenientDriver
from svvs_terminal.tui.location import Location
from svvs_terminal.tui.workspace import Workspace

MEMBERS = [part("path"), part("line", "integer", nullable=True), part("column", "integer", nullable=True)]
BUILD = view_type(
    "build", part("shown", "record", nullable=True, editable=True, format="file", members=MEMBERS,
                  opens={"on": "value", "file": "shown", "resets": True}),
    part("problems", "rows", columns=[part("text"), part("place", "json", format="file", nullable=True)],
         opens={"on": "row", "file": "place"}), part("name", editable=True), start=True,
    actions=[action("find", letter="f")])


def place(path: str, line: int | None = None, column: int | None = None) -> dict[str, Any]:
    return {"path": path, "line": line, "column": column}


def building(*problems: Any, then: str, shown: Any = None) -> str:
    """A server that shows problems, and then follows a script, in which `at` is the place in the first one."""
    rows = [{"text": f"problem {number}", "place": each} for number, each in enumerate(problems)]
    state = {"shown": shown, "problems": rows, "name": ""}
    return discovery(BUILD) + f"state = json.loads({json.dumps(state)!r})\nat = state['problems'][0]['place']\nopened(**state)\n" + then


def test_a_file_that_a_call_names_is_opened_at_its_line_and_reset(
    terminal: Callable[..., Terminal], tmp_path: Path  # noqa: F811
) -> None:
    file, editor, out = tmp_path / "a file.txt", tmp_path / "editor", tmp_path / "out"
    file.write_text("one\ntwo\n")
    editor.write_text(f'#!/bin/sh\nstty -a | grep -o -- "-*icanon\\|-*echo "\necho "EDITOR $*"\nread line\necho "$line" > {out}\n')
    editor.chmod(0o755)
    program = terminal(VISUAL=f"{shlex.quote(str(editor))} '-o x'", EDITOR="false", SVVS=shlex.join(fake(building(
        place(str(file), 2, 1), then="""
request = receive("find")
changed(1, 2, shown=at, name="drawn once")
reply(request, commit=2)
request = receive("view/set")
assert request["params"]["properties"] == {"shown": None}, request
changed(2, 3, shown=None, name="reset")
reply(request, commit=3)
end_of_input()
"""))))
    program.read_until(b"Name")
    program.type(b"f")
    program.read_until(f"EDITOR -o x +2 {file}".encode())
    assert b"-icanon" not in program.output and b"-echo " not in program.output
    drawn, program.output = program.output, b""
    program.type(b"typed into the editor\n")
    program.read_until(b"reset")
    assert out.read_text() == "typed into the editor\n" and b"drawn once" not in drawn.rpartition(b"EDITOR")[2]
    program.output = b""
    program.type(b"qq")
    assert program.wait() == 0 and program.is_restored()


def test_nothing_is_drawn_while_an_editor_has_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(LinuxDriver, "write", lambda _, data: drawn.append(data))
    for name in ("suspend_application_mode", "start_application_mode"):
        monkeypatch.setattr(LinuxDriver, name, lambda _: None)
    driver = LenientDriver.__new__(LenientDriver)
    driver._app = cast(Any, Mock())
    driver.write("before")
    driver.suspend_application_mode()
    driver.write("meanwhile")  # Textual's queue would be full after some of them, and the program would stand still
    driver.start_application_mode()
    driver.write("after")
    assert drawn == ["before", "after"]


@asynchronous
async def test_a_file_that_changes_by_itself_is_offered() -> None:
    then = """
receive("next")
changed(1, 2, shown=at)
receive("next")
changed(2, 3, shown=None)
end_of_input()
"""
    async with shown(scripted(building(place("/no/such\nfile", 3), then=then))) as screen:
        await screen.wait_for("/no/such␊file:3", "Shown: –")
        screen.app.server.notify("next")
        await screen.wait_for("Shown: /no/such␊file:3 ⏎", "Build: /no/such␊file:3 · Ctrl+G opens it")
        await screen.press("ctrl+g")
        await screen.wait_for("Build: Cannot open /no/such␊file:3: No", lambda text: "Ctrl+G" not in text)
        assert "view/set" not in screen.log and "Shown: /no" in screen.text  # it is not open, so it is not reset
        screen.app.clear_notifications()
        await screen.press("tab", "tab", "enter")
        await screen.wait_for("Build: Cannot open /no/such␊file:3")
        screen.app.clear_notifications()
        screen.app.server.notify("next")
        await screen.wait_for("Shown: –")


@asynchronous
@pytest.mark.parametrize("keys", [["question_mark"], ["o"], ["o", "n"], ["tab", "!"]])
async def test_a_file_is_offered_during_a_call_if_the_user_does_something_else(keys: list[str]) -> None:
    then = f"""
request = receive("find")
{'opened("n")' if "n" in keys else ""}
receive("next")
changed(1, 2, shown=at)
reply(request, commit=2)
end_of_input()
"""
    notes = view_type("notes", letter="n")
    script = discovery(BUILD, notes) + building(place("/no/such"), then=then).removeprefix(discovery(BUILD))
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Shown: –")
        await screen.press("f", *keys)
        if "n" in keys:
            await screen.wait_for("2 Notes")
        screen.app.server.notify("next")
        await screen.wait_for(lambda _: screen.app.query_one(Workspace).announced == ["Build: /no/such"])
        assert "Cannot open" not in screen.text


@asynchronous
async def test_a_file_is_offered_during_the_call_that_opens_the_view() -> None:
    appearing = {**BUILD, "onAppear": "find"}
    script = building(place("/no/such"), then="""
request = receive("find")
changed(1, 2, shown=at)
reply(request, commit=2)
end_of_input()
""").replace(discovery(BUILD), discovery(appearing))
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Build: /no/such · Ctrl+G opens it")


@asynchronous
async def test_a_file_that_has_changed_before_the_editor_is_free_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, is_closed = list[str](), asyncio.Event()

    async def edit(app: Any, place: Location) -> str:
        opened.append(place.path)
        await is_closed.wait()
        return ""

    monkeypatch.setattr("svvs_terminal.tui.workspace.edit", edit)
    then = """
request = receive("find")
for commit, path in enumerate(["/first", "/second", "/third"], 1):
    changed(commit, commit + 1, shown={**at, "path": path})
    receive("next")
reply(request, commit=4)
request = receive("view/set")
changed(4, 5, shown=None)
reply(request, commit=5)
end_of_input()
"""
    async with shown(scripted(building(place("/a"), then=then))) as screen:
        await screen.wait_for("Shown: –")
        await screen.press("f")
        for path in ["/first", "/second", "/third"]:
            await screen.wait_for(f"Shown: {path}")
            screen.app.server.notify("next")
        is_closed.set()
        await screen.wait_for("Shown: –")
        assert opened == ["/first", "/third"]


@asynchronous
async def test_an_offer_goes_when_the_value_does() -> None:
    then = "receive('next'); changed(1, 2, shown=at); receive('next'); changed(2, 3, shown=None); end_of_input()"
    async with shown(scripted(building(place("/a"), then=then))) as screen:
        await screen.wait_for("Shown: –")
        screen.app.server.notify("next")
        await screen.wait_for("Build: /a · Ctrl+G opens it")
        screen.app.server.notify("next")
        await screen.wait_for("Shown: –", lambda text: "Ctrl+G" not in text)


@asynchronous
async def test_a_row_opens_its_file_and_one_without_a_file_is_shown() -> None:
    async with shown(scripted(building(place("/no/such", 3, 4), None, then="end_of_input()", shown=place("/first")))) as screen:
        text = await screen.wait_for("/no/such:3:4", "Shown: /first ⏎")
        assert "Ctrl+G" not in text  # the first state is not a change
        await screen.press("enter")
        await screen.wait_for("Build: Cannot open /no/such:3:4: No such")
        await screen.press("down", "enter")
        await screen.wait_for("Esc closes", "Text: problem 1", "Place: –")


@pytest.mark.parametrize("path, reason, editor", [
    ("/a\0b", "the path contains U+0000", "ed"), ("a/b", "the path is not absolute", "ed"), ("", "the path is not absolute", "ed"),
    ("/no/such", "No such file or directory", "ed"), ("/", "it is not a regular file", "ed"),
    ("/dev/null", "it is not a regular file", "ed"), ("/x" * 5000, "File name too long", "ed"),
    ("/\ud800", "surrogates not allowed", "ed"), (__file__, "VISUAL and EDITOR are not set", ""),
    (__file__, "No closing quotation", "'ed"),
])
def test_a_file_that_cannot_be_opened_is_one_message(
    path: str, reason: str, editor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor)
    message = asyncio.run(edit(cast(Any, None), Location(path, None, None)))
    assert message.startswith(f"Cannot open {path}: ") and message.endswith(reason)
