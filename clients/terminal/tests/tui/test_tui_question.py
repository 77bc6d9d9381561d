"""Questions of an app: the window, the line that announces it, and the answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import asynchronous
from tui_app import Screen, discovery, scripted, shown
from written_screens import action, part, view_type

from svvs_terminal.tui import asking as windows
from svvs_terminal.tui.asking import Choose

NOTES = view_type(
    "notes", part("question", "record", nullable=True, role="question", answer="answer"),
    part("name", editable=True), start=True,
    actions=[action("answer", notOffered=True, asks=[part("choice"), part("question")]), action("clear", letter="c")])
DELETE, KEEP, STAY = [{"value": each.lower(), "title": each, "role": role}
                      for each, role in [("Delete", "destructive"), ("Keep", "cancel"), ("Stay", None)]]
# A view without a question; then what `script` does. `ask` asks a question, and `answered` waits for its answer.
ASKING = """
opened(question=QUESTION, name="")
commit = 1
def change(**members):
    global commit
    changed(commit, commit + 1, **members)
    commit += 1
def ask(id, *choices, title="Delete all?"):
    change(question={"id": id, "title": title, "message": "Two lines.\\nOf text \\x1b[31m[red].", "choices": choices})
def answered(choice, id):
    request = receive("answer")
    assert (request["params"]["choice"], request["params"]["question"]) == (choice, id), request
    change(question=None, name=choice)
    reply(request, commit=commit)
"""


def asking(script: str, question: Any = None, notes: dict[str, Any] = NOTES) -> Any:
    choices = f"DELETE, KEEP, STAY = json.loads({json.dumps([DELETE, KEEP, STAY])!r})\n"
    asked = ASKING.replace("QUESTION", repr(question))
    return scripted(discovery(notes) + choices + asked + script + "\nend_of_input()")


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a window that has opened by itself take an answer at once."""
    monkeypatch.setattr(windows, "_PAUSE", 0)


async def gone(screen: Screen, choice: str) -> None:
    """Waits until the question was answered with a choice, and is no longer on the screen."""
    await screen.wait_for(lambda text: "Delete all?" not in text.split("Commits")[0] and f"→ {choice}" in screen.log)
    assert not isinstance(screen.app.screen, Choose) and "opens it" not in screen.text


@asynchronous
async def test_a_question_is_a_window_and_a_choice_answers_it() -> None:
    async with shown(asking("ask('1', KEEP, DELETE)\nanswered('delete', '1')")) as screen:
        text = await screen.wait_for("Delete all?", "Two lines.", "Of text ␛[31m[red].", "1 Keep", "2 Delete", "Esc Keep")
        assert "Question" not in text.split("Commits")[0]
        await screen.press("enter")  # was meant for the card: nothing is marked
        await screen.press("down", "down", "enter")
        await gone(screen, "delete")
        await screen.wait_for("Notes · Answer ")
        assert "answered elsewhere" not in screen.text


@asynchronous
async def test_escape_is_the_choice_that_cancels() -> None:
    async with shown(asking("ask('1', DELETE, KEEP)\nanswered('keep', '1')")) as screen:
        await screen.wait_for("Delete all?")
        await screen.press("escape")
        await gone(screen, "keep")


@asynchronous
async def test_without_such_a_choice_escape_leaves_the_question_announced() -> None:
    first = {"id": "1", "title": "Delete all?", "message": None, "choices": [STAY, STAY]}
    async with shown(asking("answered('stay', '1')", question=first)) as screen:  # in the first state of the view
        await screen.wait_for("Delete all?", "1 Stay", "2 Stay", "Esc closes")
        await screen.press("escape")
        await screen.wait_for("? Notes: Delete all? · Ctrl+G opens it")
        await screen.press("ctrl+g")
        await screen.wait_for("2 Stay")
        await screen.press("2")
        await gone(screen, "stay")


@asynchronous
async def test_a_question_without_choices_is_shown() -> None:
    async with shown(asking("ask('1')")) as screen:
        await screen.wait_for("Delete all?", "Two lines.")
        await screen.press("escape")
        await screen.wait_for("? Notes: Delete all? · Ctrl+G opens it")


@asynchronous
async def test_a_question_takes_no_focus_from_a_text_that_was_not_sent() -> None:
    async with shown(asking("receive('next')\nask('1', DELETE, KEEP)\nanswered('keep', '1')")) as screen:
        await screen.wait_for("Name:")
        await screen.press("enter", *"Ann")
        screen.app.server.notify("next")
        await screen.wait_for("? Notes: Delete all? · Ctrl+G opens it")
        await screen.press(*"ie")
        await screen.wait_for("Name: Annie")
        await screen.press("ctrl+g")
        await screen.wait_for("2 Keep")
        await screen.press("down", "enter")
        await gone(screen, "keep")


@asynchronous
async def test_an_answer_waits_for_no_call_and_sends_no_text() -> None:
    form = {**NOTES, "form": {"fields": ["name"], "calls": "clear"}}
    script = """
reply(receive("view/set"), commit=commit)
request = receive("clear")
receive("next")
ask("1", DELETE)
answered("delete", "1")
reply(request, commit=commit)
"""
    async with shown(asking(script, notes=form)) as screen:
        await screen.wait_for("Name:")
        await screen.press(*"Ann", "enter", "enter", *"ie")
        screen.app.server.notify("next")
        await screen.wait_for("? Notes: Delete all?")
        await screen.press("ctrl+g", "1")
        await gone(screen, "delete")


@asynchronous
async def test_a_window_that_opens_by_itself_takes_no_key_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "_PAUSE", float("inf"))
    async with shown(asking("ask('1', DELETE, KEEP)\nanswered('delete', '1')")) as screen:
        await screen.wait_for("1 Delete")
        await screen.press("1", "escape", "down", "enter")
        assert isinstance(screen.app.screen, Choose)
        monkeypatch.setattr(windows, "_PAUSE", 0)
        await screen.press("1")
        await gone(screen, "delete")


@asynchronous
async def test_a_window_that_was_asked_for_takes_each_key(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shown(asking("ask('1', DELETE)\nanswered('delete', '1')")) as screen:
        await screen.wait_for("1 Delete")
        await screen.press("escape")
        await screen.wait_for("? Notes: Delete all? · Ctrl+G opens it")
        monkeypatch.setattr(windows, "_PAUSE", float("inf"))
        await screen.press("ctrl+g", "1")
        await gone(screen, "delete")


@asynchronous
@pytest.mark.parametrize("then", ["change(question=None)", "ask('2', STAY, title='Which?')"])
async def test_a_question_that_goes_while_it_is_asked_was_answered_elsewhere(then: str) -> None:
    async with shown(asking(f"ask('1', DELETE)\nreceive('next')\n{then}")) as screen:
        await screen.wait_for("Delete all?")
        screen.app.server.notify("next")
        await screen.wait_for("Notes: answered elsewhere", lambda text: "1 Delete" not in text)
        assert isinstance(screen.app.screen, Choose) == ("Which?" in then)


@asynchronous
async def test_an_answer_that_comes_too_late_says_so() -> None:
    refusing = "ask('1', DELETE)\nrefuse(receive('answer'), -32801, 'ContentModified')"
    async with shown(asking(refusing)) as screen:
        await screen.wait_for("1 Delete")
        await screen.press("1")
        await screen.wait_for("Notes: answered elsewhere")
        assert "✗" not in screen.text


@asynchronous
async def test_a_question_whose_answer_is_refused_is_still_there() -> None:
    refusing = "ask('1', DELETE)\nrefuse(receive('answer'), -32602, 'InvalidParams', 'not now')\nanswered('delete', '1')"
    async with shown(asking(refusing)) as screen:
        await screen.wait_for("1 Delete")
        await screen.press("1")
        await screen.wait_for("✗ not now", "? Notes: Delete all? · Ctrl+G opens it")
        await screen.press("ctrl+g", "enter")
        await gone(screen, "delete")


@asynchronous
async def test_a_question_that_is_there_after_the_call_of_its_answer_is_still_asked() -> None:
    ignoring = "ask('1', DELETE)\nreply(receive('answer'), commit=commit)\nanswered('delete', '1')"
    async with shown(asking(ignoring)) as screen:
        await screen.wait_for("1 Delete")
        await screen.press("1")
        await screen.wait_for("? Notes: Delete all? · Ctrl+G opens it")
        await screen.press("ctrl+g", "1")
        await gone(screen, "delete")


@asynchronous
async def test_other_words_of_a_question_replace_its_window_and_its_line() -> None:
    changing = "ask('1', DELETE)\nreceive('next')\nask('1', KEEP, STAY, title='Delete two?')\nreceive('next')\nask('1', title='Or one?')"
    async with shown(asking(changing)) as screen:
        await screen.wait_for("1 Delete")
        screen.app.server.notify("next")
        await screen.wait_for("Delete two?", "2 Stay", lambda text: "1 Delete" not in text)
        assert "answered elsewhere" not in screen.text
        screen.app.server.notify("next")
        await screen.wait_for("Or one?")
        await screen.press("escape")
        await screen.wait_for("? Notes: Or one? · Ctrl+G opens it")


@asynchronous
async def test_other_words_of_a_question_during_the_call_of_its_answer_are_announced_at_its_end() -> None:
    changing = """
ask("1", DELETE)
request = receive("answer")
ask("1", STAY, title="Sure?")
receive("next")
reply(request, commit=commit)
answered("stay", "1")
"""
    async with shown(asking(changing)) as screen:
        await screen.wait_for("1 Delete")
        await screen.press("1")
        await screen.wait_for(lambda _: "3 Notes" in screen.log)
        assert "opens it" not in screen.text and not isinstance(screen.app.screen, Choose)
        screen.app.server.notify("next")
        await screen.wait_for("? Notes: Sure? · Ctrl+G opens it")
        await screen.press("ctrl+g", "1")
        await screen.wait_for(lambda _: "→ stay" in screen.log)


@asynchronous
async def test_a_question_is_asked_again_by_the_next_server() -> None:
    question = {"id": "1", "title": "Delete all?", "choices": [STAY]}
    servers = iter([asking("receive('answer'); sys.exit(1)", question), asking("answered('stay', '1')", question)])
    async with shown(lambda: next(servers)()) as screen:
        await screen.wait_for("1 Stay")
        await screen.press("1")
        await screen.wait_for("Ctrl+R reopens all")
        await screen.press("ctrl+r")
        await screen.wait_for("1 Stay")
        await screen.press("1")
        await gone(screen, "stay")


@asynchronous
async def test_a_value_that_is_not_a_question_is_a_record() -> None:
    async with shown(asking("", question={"id": 1, "title": "Delete all?"})) as screen:
        await screen.wait_for("Question", "id: 1", "title: Delete all?")
