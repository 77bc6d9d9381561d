"""Calls in progress, and servers that end."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from pathlib import Path

import pytest
from support import asynchronous, fake, sharable_server
from textual.worker import WorkerFailed
from test_tui_cards import FORM
from tui_app import discovery, real, scripted, shown
from written_screens import action, part, view_type

import svvs
from svvs_terminal.tui.app import TerminalApp

SLOW = view_type("slow", part("came"), actions=[action("take", letter="t")], start=True, letter="s")
START = view_type("start", actions=[action("go", letter="a", opens={"view": "other"})], start=True)
# Replies only to cancelled calls.
SILENT = """
opened(came="")
while True:
    message = receive()
    if message["method"] == "$/cancelRequest":
        changed(1, 2, came="cancelled")
        refuse({"id": message["params"]["id"]}, -32800, "RequestCancelled")
"""


@asynchronous
async def test_a_call_that_does_not_end_is_shown_and_can_be_cancelled() -> None:
    async with shown(scripted(discovery(SLOW) + SILENT)) as screen:
        await screen.wait_for("t Take")
        await screen.press("t")
        await screen.wait_for(lambda text: re.search(r"⧗ Slow · Take \d\.\d s   x cancels", text))
        for live in screen.app._workspace._live.values():
            live._pause(begun=time.monotonic() - 3600)  # the program was stopped during an update
        await screen.press("x")
        await screen.wait_for("Came: cancelled")
        assert "· cancelled" in await screen.wait_for(lambda text: "⧗" not in text)


@asynchronous
async def test_quitting_asks_again_if_it_cancels_calls() -> None:
    async with shown(scripted(discovery(SLOW) + SILENT)) as screen:
        await screen.wait_for("t Take")
        await screen.press("t")
        await screen.wait_for("x cancels")
        await screen.press("q")
        await screen.wait_for("1 in progress: press again to cancel and quit")
        await screen.press("q")
        await screen.ended()


@asynchronous
async def test_keys_typed_ahead_go_to_the_widget_of_the_earlier_keys() -> None:
    async with shown(real) as screen:
        await screen.wait_for("Password:")
        screen.type_ahead("ctrl+o", "u", "A", "enter", "r", "o", "l", "enter", "b", "enter", "c", "enter")
        await screen.wait_for("✗ The user ID or the password is wrong")
        assert "User id: b" in screen.text and "User A · Reload" in screen.log


@asynchronous
async def test_keys_after_the_key_that_quits_are_dropped() -> None:
    async with shown(scripted(discovery(SLOW) + SILENT)) as screen:
        await screen.wait_for("t Take")
        screen.type_ahead("ctrl+q", *"abc" * 50)
        await screen.ended()


@asynchronous
async def test_keys_do_not_wait_if_nothing_has_the_focus() -> None:
    async with shown(scripted(discovery(SLOW) + SILENT)) as screen:
        await screen.wait_for("t Take")
        await screen.press("escape")  # the first key waits longer
        screen.app.set_focus(None)
        screen.type_ahead(*"abc" * 10, "question_mark")
        await screen.wait_for("Keys")  # within a timeout that is less than a second for each key


@asynchronous
async def test_a_single_q_does_not_quit() -> None:
    async with shown(scripted(discovery(SLOW) + SILENT)) as screen:
        await screen.wait_for("t Take")
        await screen.press("q")
        await screen.wait_for("q again quits")
        await screen.wait_for("o open")
        await screen.press("ctrl+q")
        await screen.ended()


@asynchronous
async def test_typed_text_is_kept_when_the_server_is_killed() -> None:
    async with shown(real) as screen:
        await screen.wait_for("Password:")
        await screen.type("draft")
        os.kill(screen.app.server.info["process"]["pid"], signal.SIGKILL)
        await screen.wait_for("✗ The server was ended by SIGKILL · Ctrl+R reopens all")
        await screen.press("s")
        await screen.press("ctrl+r")
        await screen.wait_for(lambda text: text.count("opening 0") == 2)
        await screen.wait_for(lambda text: text.endswith("Opened again: 1 view"))
        assert "Opened again: 1 view" in screen.log
        await screen.press("!", "backspace")
        assert "User id: drafts" in screen.text and "Ctrl+O open" in screen.text
        await screen.press("enter")
        await screen.wait_for("User id  → drafts")


@asynchronous
async def test_navigating_to_a_reopened_view_opens_it_once_more() -> None:
    other = view_type("other", part("came", editable=True), form={"fields": ["came"]},
                      onAppear="load", actions=[action("load", notOffered=True)])
    dying = discovery(START, other) + """
opened("s")
reply(receive("go"), commit=1)
opened("o", came="")
reply(receive("load"), commit=1)
receive("go"); sys.exit(1)
"""
    reborn = discovery(START, other) + """
opened("s")
opened("o", came="")
reply(receive("load"), commit=1)
reply(receive("go"), commit=1)
reply(receive("view/close"))
opened("p", came="")
request = receive("load")
changed(1, 2, "p", came="after all")
reply(request, commit=2)
reply(receive("go"), commit=2)
end_of_input()
"""
    scripts = iter([dying, reborn])
    async with shown(lambda: scripted(next(scripts))()) as screen:
        await screen.wait_for("1 Start")
        await screen.press("a")
        await screen.wait_for("2 Other")
        await screen.press("escape", "1", "a")
        await screen.wait_for("Ctrl+R reopens all")
        await screen.press("ctrl+r")
        await screen.wait_for("Opened again: 2 views")
        await screen.wait_for(lambda _: screen.log.count("Other · opening") == 2)
        await screen.press("a")
        await screen.wait_for("Came: after all")
        await screen.press("escape", "1", "a")
        await screen.wait_for(lambda _: screen.log.count("Start · Go") == 3)
        assert screen.log.count("Other · opening") == 3


@asynchronous
async def test_a_view_that_was_refused_takes_the_text_that_is_typed_after_going_there() -> None:
    other = view_type("other", part("came", editable=True), form={"fields": ["came"], "calls": "load"},
                      actions=[action("load", letter="l")])
    dying = discovery(START, other) + """
opened("s")
reply(receive("go"), commit=1)
opened("o", came="")
receive("go"); sys.exit(1)
"""
    reborn = discovery(START, other) + """
opened("s")
refuse(receive("view/open"), -32602, "InvalidParams", "Log in first.")
reply(receive("go"), commit=1)
opened("p", came="")
end_of_input()
"""
    scripts = iter([dying, reborn])
    async with shown(lambda: scripted(next(scripts))()) as screen:
        await screen.wait_for("1 Start")
        await screen.press("a")
        await screen.wait_for("2 Other")
        await screen.press("escape", "1", "a")
        await screen.wait_for("Ctrl+R reopens all")
        await screen.press("ctrl+r")
        await screen.wait_for("Opened again: 1 view, 1 refused: Log in first.")
        await screen.press("2")
        await screen.wait_for("┏━ 2 Other")
        assert "l Load" not in (await screen.wait_for("o open")).splitlines()[-1]
        await screen.press("1", "a")
        # Text that is typed before the end of the call would be keys of the card that called.
        await screen.wait_for(lambda text: text.count("Start · Go") == 2)
        screen.type_ahead("enter", *"load")
        await screen.wait_for("Came: load")


@asynchronous
async def test_the_end_of_a_server_is_shown_with_its_reason() -> None:
    script = discovery(SLOW) + 'opened(came="")\nreceive()\nsys.stderr.write("no disk\\n"); sys.exit(3)'
    async with shown(scripted(script)) as screen:
        await screen.wait_for("t Take")
        await screen.press("t")
        await screen.wait_for("✗ The server has ended with status 3: no disk · Ctrl+R reopens all")
        await screen.wait_for("no disk")


CRASH = "svvs: crashed (SIGILL, a trap such as an overflow) in the action take of the view slow, without arguments"
CRASHING = f"""
opened(came="")
receive("take")
print("App/Main.swift:7: Fatal error: Index out of range", *map("{{}} in main".format, range(99)), sep="\\n", file=sys.stderr)
print({CRASH!r}, file=sys.stderr, flush=True)
"""


@asynchronous
@pytest.mark.parametrize("width", [60, 140])
async def test_the_last_line_of_a_crash_is_shown(width: int) -> None:
    script = discovery(SLOW) + CRASHING + "os.kill(os.getpid(), signal.SIGILL)"
    async with shown(scripted(script), width=width) as screen:
        await screen.wait_for("t Take")
        await screen.press("t")
        await screen.wait_for("Ctrl+R reopens all")
        text = " ".join(screen.text.split())
        assert text.endswith(f"✗ The server was ended by SIGILL: {CRASH} · Ctrl+R reopens all")


@pytest.mark.parametrize("when", ["when opened", "later", "during a call"])
def test_a_card_shows_the_last_line_of_the_command_if_the_connection_is_lost(tmp_path: Path, when: str) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    reason = f"svvs: The last line of its log /run/user/1000/svvs/work.log: {CRASH}"
    script = f"""
        # raw
        turns = open({str(tmp_path / "turns")!r}, "a+")
        turns.write(".")
        turns.flush()
        reply(receive("initialize"), protocolVersion=2, process={{"id": str(turns.tell())}})
        if turns.tell() > 1: end_of_input()
        described({SLOW})
        opened(came="")
        if {when!r} == "later": open({str(gate)!r}).close()
        if {when!r} == "during a call": receive("take")
        sys.exit("a line\\n" + {reason!r})
    """

    async def run() -> None:
        async with shown(lambda: svvs.AsyncServer.attach("work", command=fake(script)), width=60) as screen:
            if when != "when opened":
                await screen.wait_for("t Take")
            if when == "later":
                gate.write_text("")  # waits until the server reads
            if when == "during a call":
                await screen.press("t")
            await screen.wait_for("without arguments")
            assert reason in " ".join(screen.text.replace("┃", " ").split())

    asyncio.run(run())


def test_the_views_of_a_shared_server_that_is_killed_are_opened_again(place: str) -> None:
    def attached() -> svvs.AsyncServer:
        return svvs.AsyncServer.attach(place, options=["--language", "en"], command=[sharable_server(), "serve"])

    async def run() -> None:
        async with shown(attached) as screen:
            await screen.wait_for("Password:")
            await screen.wait_for(lambda _: screen.log.count("opening") == 1)
            os.kill(screen.app.server.info["process"]["pid"], signal.SIGKILL)
            await screen.wait_for("Ctrl+R")
            await screen.press("ctrl+r")
            await screen.wait_for(lambda _: screen.log.count("opening") == 2)
            await screen.type("me")
            await screen.press("enter")
            await screen.wait_for("User id  → me")

    asyncio.run(run())


@asynchronous
async def test_after_a_restart_refused_views_are_named_and_show_no_old_rows() -> None:
    other = view_type("other", part("rows", "rows", columns=[part("name")], label="name"))
    dying = discovery(START, other) + """
opened("s")
reply(receive("go"), commit=1)
opened("o", rows=[{"name": "old row"}])
receive("go"); sys.exit(1)
"""
    reborn = discovery(START, other) + """
opened("s")
refuse(receive("view/open"), -32602, "InvalidParams", "Log in to the chat\\x1b first")
end_of_input()
"""
    scripts = iter([dying, reborn])
    async with shown(lambda: scripted(next(scripts))(), width=140) as screen:
        await screen.wait_for("1 Start")
        await screen.press("a")
        await screen.wait_for("old row")
        await screen.press("1", "a")
        await screen.wait_for("Ctrl+R reopens all")
        await screen.press("ctrl+r")
        await screen.wait_for(lambda text: text.endswith("Opened again: 1 view, 1 refused: Log in to the chat␛ first"))
        await screen.wait_for(lambda text: "✗ Log in to the chat␛ first" in text and "old row" not in text)


# Closes the view twice; refuses to open it the third time.
CLOSING = """
for n in range(2):
    opened(came=f"secret {n}")
    call = receive("take")
    changed(1, 2, came=f"secret {n}, too")
    send(method="session/changed", params={"session": "default", "opened": [], "closed": ["v"], "connections": 1})
    reply(call, commit=2)
refuse(receive("view/open"), -32602, "InvalidParams", "Log in first.")
end_of_input()
"""


@asynchronous
async def test_a_card_hides_a_view_that_the_server_has_closed() -> None:
    async with shown(scripted(discovery(SLOW) + CLOSING)) as screen:
        await screen.wait_for("Came: secret 0")
        await screen.press("t")
        await screen.wait_for("✗ closed by the server · Ctrl+R to reopen")
        assert "secret" not in screen.text.split("Commits")[0]
        assert "Came secret 0 → secret 0, too" in screen.log
        await screen.press("t")  # not sent
        await screen.press("ctrl+r")
        await screen.wait_for("Came: secret 1")
        assert "✗" not in screen.text
        await screen.press("t")
        await screen.wait_for("✗ closed by the server")
        await screen.press("o", "s")  # the view is chosen once more
        await screen.wait_for("✗ Log in first.")
        assert "secret" not in screen.text.split("Commits")[0]
        await screen.press("ctrl+w")
        await screen.wait_for(lambda text: "✗" not in text)


@asynchronous
async def test_a_choice_that_waits_when_its_view_is_closed_is_not_sent_to_the_next_one() -> None:
    form = view_type("form", part("draft", editable=True, submits="send"), part("isOn", "switch", title="Is on", editable=True),
                     start=True, actions=[action("send", letter="s")])
    script = discovery(form) + """
opened("f", draft="", isOn=False)
reply(receive("view/set"), commit=1)
sending = receive("send")
receive("close")
send(method="session/changed", params={"session": "default", "opened": [], "closed": ["f"], "connections": 1})
opened("g", draft="", isOn=False)
receive("answer")
reply(sending, commit=1)
receive("show")
changed(1, 2, "g", draft="shown")
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Draft:")
        await screen.press(*"one", "enter")
        await screen.wait_for("x cancels")
        await screen.press("tab", "enter")
        screen.app.server.notify("close")
        await screen.wait_for("closed by the server")
        await screen.press("ctrl+r")
        await screen.wait_for("Draft:", lambda text: "closed by" not in text)
        screen.app.server.notify("answer")
        await screen.wait_for("Send", "settled")
        screen.app.server.notify("show")
        await screen.wait_for("Draft: shown")
        assert "closed by" not in screen.text


@asynchronous
async def test_text_that_was_not_sent_outlives_its_view_and_its_server() -> None:
    form = view_type("form", part("name", editable=True), form={"fields": ["name"]}, start=True, letter="f",
                     actions=[action("add", letter="a", asks=[part("what")])])
    dying = discovery(form) + """
opened("f", name="")
receive("show")
send(method="session/changed", params={"session": "default", "opened": [], "closed": ["f"], "connections": 1})
opened("g", name="")
request = receive("view/set")
changed(1, 2, "g", name="drafted")
reply(request, commit=2)
receive("add"); sys.exit(1)
"""
    reborn = discovery(form) + """
opened("h", name="")
request = receive("view/set")
assert request["params"]["properties"] == {"name": "drafted"}, request
reply(request, commit=1)
request = receive("add")
assert request["params"]["what"] == "Milk", request
print("as before", file=sys.stderr); sys.exit(1)
"""
    scripts = iter([dying, reborn])
    async with shown(lambda: scripted(next(scripts))()) as screen:
        await screen.wait_for("Name:")
        await screen.press("tab", *"draft")
        screen.app.server.notify("show")
        await screen.wait_for("closed by the server · Ctrl+R to reopen · kept: Name: draft")
        await screen.press(*"ed")  # letters are still text
        await screen.wait_for("Name: drafted")
        await screen.press("ctrl+r")
        await screen.wait_for(lambda text: "✗" not in text and "Name: drafted" in text)
        await screen.press("escape", "a")
        await screen.wait_for("What:")
        await screen.press(*"Milk", "enter")
        await screen.wait_for("Ctrl+R reopens all")
        await screen.press("ctrl+r")
        await screen.wait_for("Opened again: 1 view")
        await screen.press("a")
        await screen.wait_for("What: Milk")
        await screen.press("enter")
        await screen.wait_for("as before · Ctrl+R reopens all")


@asynchronous
async def test_a_form_that_is_submitted_before_the_new_view_is_open_is_sent_whole() -> None:
    dying = discovery(FORM) + """
opened("f", name="", error="")
request = receive("view/set")
changed(1, 2, "f", name="a")
while request["method"] != "save":
    reply(request, commit=2)
    request = receive()
reply(request, commit=2)
receive("die"); sys.exit(1)
"""
    reborn = discovery(FORM) + """
opening = receive("view/open")
receive("typed")
reply(opening, view="g", commit=1, state={"name": "", "error": ""})
values = {}
while (request := receive())["method"] != "save":
    values.update(request["params"]["properties"])
    reply(request, commit=1)
changed(1, 2, "g", error=json.dumps(values))
reply(request, commit=2)
end_of_input()
"""
    scripts = iter([dying, reborn])
    async with shown(lambda: scripted(next(scripts))()) as screen:
        await screen.wait_for("Name:")
        await screen.press("a", "enter", "b", "enter")
        await screen.wait_for("Name  → a")
        screen.app.server.notify("die")
        await screen.wait_for("Ctrl+R reopens all")
        await screen.press("ctrl+r")
        await screen.wait_for("⧗ Form · opening")
        await screen.press("enter", "ctrl+u", "a", "enter", "b", "enter")  # the same as before
        screen.app.server.notify("typed")
        await screen.wait_for('✗ {"name": "a", "secret": "b"}')


def test_an_exception_in_the_handler_of_a_key_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with shown(scripted(discovery(SLOW) + SILENT)) as screen:
            await screen.wait_for("t Take")
            await screen.press("ctrl+l")
            await screen.ended()

    monkeypatch.setattr(TerminalApp, "action_log", lambda _: 1 / 0)
    with pytest.raises(WorkerFailed, match="division by zero"):
        asyncio.run(run())


@asynchronous
async def test_only_a_call_that_the_user_cancels_is_logged_as_cancelled() -> None:
    async with shown(scripted(discovery(SLOW) + SILENT)) as screen:
        await screen.wait_for("t Take")
        await screen.press("t")
        await screen.wait_for("x cancels")
        screen.app.workers.cancel_all()  # as the end of the program does
        assert "· cancelled" not in await screen.wait_for(lambda text: "⧗" not in text)


@asynchronous
async def test_a_timer_after_the_end_of_the_program_is_ignored() -> None:
    async with shown(scripted(discovery(SLOW) + SILENT)) as screen:
        await screen.wait_for("t Take")
    assert not screen.app.screen_stack
    screen.app._show_status()
