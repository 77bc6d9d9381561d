"""The views of a shared session, which several clients use."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

import svvs
from attached_server import attached_async, cut
from support import sharable_server
from svvs_terminal.tui.connection import Connected
from svvs_terminal.tui.main import Program
from tui_app import Screen, connected


@asynccontextmanager
async def team(place: str, *types: str) -> AsyncIterator[tuple[Screen, svvs.AsyncSharedSession]]:
    """The program in a session in which another client has opened views."""

    options = argparse.Namespace(attach=place, session="team", server_options=[], timeout=None)
    async with attached_async(place, options=["--language", "en"]) as editor:
        session = await editor.share("team")
        for type in types:
            await session.open(type)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SVVS", f"{sharable_server()} serve")
            async with connected(Program(options).connected, width=160, is_entered=False, place="team") as screen:
                yield screen, session


def test_the_views_of_a_session_are_shown_and_stay_open_at_the_end(place: str) -> None:
    async def run() -> None:
        async with team(place, "counterA", "notes") as (screen, session):
            text = await screen.wait_for("2 Notes", "┏━ 1 Counter A", "─ team ─╯", "╭─ Commits")
            assert "Log in" not in text.split("╭─ Commits")[1]
            assert "Notes · opened by another client" in screen.log
            await screen.press("question_mark")
            await screen.wait_for("Keys · attached to team")
            await screen.press("escape", "i")
            await screen.wait_for("Count: 1")
            await session.views["view1"].wait(lambda state: state["count"] == 1)
            await screen.wait_for(lambda _: "Counter A · Increment" in screen.log)
            assert "Did appear" not in screen.log  # the other client has called it
            await screen.press("q", "q")
            await screen.ended()
            await screen.app.server.close()
            assert session.is_open and [each.type for each in session.views.values()] == ["counterA", "notes"]

    asyncio.run(run())


def test_a_session_without_views_begins_with_the_first_view_which_the_others_receive(place: str) -> None:
    async def run() -> None:
        async with team(place) as (screen, session):
            await screen.wait_for("┏━ 1 Log in")
            await screen.wait_for(lambda _: [each.type for each in session.views.values()] == ["login"])

    asyncio.run(run())


def test_views_that_others_open_and_close_are_followed(place: str) -> None:
    async def run() -> None:
        async with team(place, "counterA") as (screen, session):
            user = await session.open("user", id="A")
            await screen.wait_for("2 User", "┏━ 1 Counter A")  # the focus stays
            await user.close()
            await screen.wait_for("✗ closed · Ctrl+R to reopen")
            await session.open("user", id="A")
            await screen.wait_for(lambda text: "✗ closed" not in text)
            assert "3 User" not in screen.text  # the card of the closed view is used again
            await screen.press("o", "u", "A", "enter")
            await screen.wait_for("┏━ 2 User")
            assert "3 User" not in screen.text
            counter = await session.open("counterB", "mine")
            await screen.wait_for("3 Counter B")
            await counter.close()
            await screen.wait_for("✗ closed · Ctrl+R to reopen")
            await session.open("notes", "mine")
            await screen.wait_for(lambda _: "Notes · opened by another client" in screen.log)
            await screen.press("ctrl+r")
            await screen.wait_for("Opened again: 1 view")  # with another id
            assert sorted(each.type for each in session.views.values()) == ["counterA", "counterB", "notes", "user"]

    asyncio.run(run())


def test_closing_a_view_for_all_clients_needs_the_key_twice(place: str) -> None:
    async def run() -> None:
        async with team(place, "counterA", "counterB") as (screen, session):
            await screen.wait_for("┏━ 1 Counter A")
            await screen.press("ctrl+w")
            await screen.wait_for("Ctrl+W again closes it for all clients")
            await screen.press("i", "ctrl+w")
            await screen.wait_for("Count: 1")
            await screen.wait_for("Ctrl+W again closes it for all clients")
            await screen.press("ctrl+w")
            await screen.wait_for("┏━ 1 Counter B")
            await screen.press("ctrl+w")
            await screen.wait_for("Ctrl+W again closes it for all clients")  # the second view needs it twice, too
            assert [each.type for each in session.views.values()] == ["counterB"]
            await session.views["view2"].close()
            await screen.wait_for("✗ closed · Ctrl+R to reopen")
            await screen.press("escape", "ctrl+w")
            await screen.wait_for(lambda text: "✗ closed" not in text)  # a closed view does not

    asyncio.run(run())


def test_equal_views_keep_their_own_texts(place: str) -> None:
    async def run() -> None:
        async with team(place, "notes", "notes") as (screen, session):
            await screen.wait_for("2 Notes")
            for key, text in ("1", "Milk"), ("2", "Bread"):
                await screen.press(key, "tab", *text, "escape")
            await screen.press("ctrl+w", "ctrl+w", "ctrl+w", "ctrl+w")
            await screen.wait_for(lambda text: "Notes ─" not in text)
            for _ in range(2):
                await session.open("notes")
            await screen.wait_for("New note: Milk", "New note: Bread")

    asyncio.run(run())


def test_a_lost_connection_is_attached_again_and_the_session_continues(place: str) -> None:
    async def run() -> None:
        async with team(place, "counterA", "notes", "counterB") as (screen, session):
            await screen.wait_for("3 Counter B")
            gate, connect = asyncio.Event(), screen.app._connect
            joined = screen.app._connected.session

            async def connect_later(token: str | None) -> Connected:
                await gate.wait()
                return await connect(token)

            screen.app._connect = connect_later
            cut(screen.app.server)
            await screen.wait_for("✗ The connection is lost; attaching again…")
            await session.views["view1"].call("increment", by=7)
            await session.views["view3"].close()
            gate.set()
            await screen.wait_for("Count: 7")
            await screen.wait_for("✗ closed · Ctrl+R to reopen")  # it is not opened again for everybody
            await screen.press("i")
            await session.views["view1"].wait(lambda state: state["count"] == 8)
            assert list(session.views) == ["view1", "view2"] and len(screen.app._workspace.cards) == 3
            again = screen.app._connected.session
            assert joined and again and again.token == joined.token
            await screen.press("ctrl+r")
            await screen.wait_for("Opened again: 1 view")
            assert [each.type for each in session.views.values()] == ["counterA", "notes", "counterB"]

    asyncio.run(run())


def test_the_first_client_to_return_after_the_end_of_the_server_opens_the_session(place: str) -> None:
    async def run() -> None:
        async with team(place, "counterA") as (screen, session):
            await session.open("counterB", "mine")
            await screen.wait_for("┏━ 1 Counter A", "2 Counter B")
            os.kill(screen.app.server.info["process"]["pid"], signal.SIGKILL)
            await screen.wait_for("No server listens at", "Ctrl+R reopens all")
            with pytest.raises(svvs.Detached, match="No server listens"):  # not before the user asks for one
                await attached_async(place, start=False).start()
            await screen.press("ctrl+r")
            await screen.wait_for("Opened again: 2 views")
            async with attached_async(place, start=False) as editor:
                views = (await editor.join("team")).views  # they find their views again by the ids
                assert {id: each.type for id, each in views.items()} == {"view1": "counterA", "mine": "counterB"}

    asyncio.run(run())


def test_a_session_that_another_client_has_closed_is_opened_when_the_user_asks_for_it(place: str) -> None:
    async def run() -> None:
        async with team(place, "counterA") as (screen, session):
            await screen.wait_for("┏━ 1 Counter A")
            await session.close()
            await screen.wait_for("✗ closed · Ctrl+R to reopen")
            await screen.press("ctrl+r")
            await screen.wait_for("Opened again: 1 view")
            async with attached_async(place) as editor:
                (counter,) = (await editor.join("team")).views.values()
                await counter.call("increment", by=7)
                await screen.wait_for("Count: 7")
                assert "2 Counter A" not in screen.text

    asyncio.run(run())


@pytest.mark.parametrize("is_earlier", [False, True])
def test_a_session_that_the_server_does_not_have_is_opened_unless_another_client_is_earlier(
    place: str, is_earlier: bool
) -> None:
    share = svvs.AsyncServer.share

    async def share_later(server: svvs.AsyncServer, name: str, *, keep: float) -> svvs.AsyncSharedSession:
        if is_earlier:
            async with attached_async(place, start=False) as editor:
                await share(editor, name, keep=60)
        return await share(server, name, keep=keep)

    async def run() -> None:
        options = argparse.Namespace(attach=place, session="team", server_options=[], timeout=None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(svvs.AsyncServer, "share", share_later)
            patch.setenv("SVVS", f"{sharable_server()} serve")
            async with connected(Program(options).connected, is_entered=False, place="team") as screen:
                await screen.wait_for("┏━ 1 Log in", "─ team ─╯")
                async with attached_async(place, start=False) as editor:
                    (session,) = await editor.sessions()
                    assert (session["session"], session["keep"]) == ("team", 60 if is_earlier else 300)

    asyncio.run(run())
