"""Asks the questions of an app."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Protocol

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..text import cleaned_lines
from .card import Card
from .cells import safe
from .keys import DESTRUCTIVE
from .question import Question
from .screen import Field

#: The maximum number of characters of the message of a question.
_CHARACTERS = 10_000
#: The time in seconds in which a window that has opened by itself takes no answer.
_PAUSE = 0.5
#: The message to those whose question is gone.
ELSEWHERE = "answered elsewhere"


class Choose(ModalScreen["int | None"]):
    """A question with its choices. Returns the number of the choice, or None after Escape.

    If the window opens by itself, no choice is marked, and at first no key answers: it was meant for a card.
    """

    AUTO_FOCUS = "*"
    DEFAULT_CSS = """
    Choose OptionList, Choose OptionList:focus { height: auto; border: none; padding: 0; background: transparent; }
    Choose Static { margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave")]

    def __init__(self, title: str, question: Question, is_wanted: bool) -> None:
        super().__init__()
        self._title, self._question, self._is_wanted = title, question, is_wanted
        self._since = time.monotonic()

    def compose(self) -> ComposeResult:
        question, cancel = self._question, self._question.chosen(None)
        with Vertical(classes="window") as window:
            window.border_title = Content(self._title)
            window.border_subtitle = Content(f"⏎ answers · Esc {safe(cancel['title'], 20) if cancel else 'closes'}")
            window.can_focus = not question.choices
            message = cleaned_lines(question.message[:_CHARACTERS])
            yield Static(Content("\n").join([Content.styled(safe(question.title), "bold"), Content(message)]).rstrip())
            if question.choices:
                yield OptionList(*map(self._option, range(len(question.choices))))

    def _option(self, at: int) -> Option:
        choice = self._question.choices[at]
        style = {"destructive": DESTRUCTIVE, "preferred": "bold"}.get(choice.get("role") or "", "")
        return Option(Content.assemble((f"{at + 1} ", "dim"), (safe(choice["title"]), style)))

    def on_mount(self) -> None:
        for choices in self.query(OptionList):
            roles = [each.get("role") for each in self._question.choices]
            choices.highlighted = (roles.index("preferred") if "preferred" in roles else 0) if self._is_wanted else None

    def on_key(self, event: Key) -> None:
        if (event.character or "").isdecimal() and 1 <= int(event.key) <= len(self._question.choices):
            self._end(int(event.key) - 1)

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self._end(event.option_index)

    def action_leave(self) -> None:
        self._end(None)

    def _end(self, at: int | None) -> None:
        if self._is_wanted or time.monotonic() - self._since >= _PAUSE:
            self.dismiss(at)


class Place(Protocol):
    """The place where questions are asked."""

    @property
    def is_free(self) -> bool:
        """Whether a window may take the focus."""

    def say(self, text: str) -> None:
        """Shows a message that goes by itself."""

    def announce(self, card: Card, name: str, line: str = "", open: Callable[[], None] | None = None) -> None:
        """Shows a line about a part, and the key that calls `open`, until it is replaced; without a text, removes it."""


class Asker:
    """Asks the question of a part: in a window or, while the user types, by a line and a key."""

    def __init__(
        self, field: Field, card: Card, place: Place, answer: Callable[[str, Mapping[str, Any], Callable[[], None]], None],
    ) -> None:
        """`answer` calls an action with arguments, and a function at the end of this call."""
        self._field, self._card, self._place, self._answer = field, card, place, answer
        self._question: Question | None = None
        self._window: Choose | None = None
        #: Whether a call that answers the question is in progress.
        self._is_answering = False

    def show(self, value: Any) -> None:
        """Shows another value in the state. The same question may have other words or choices."""
        question, before, was_asked = self._field.question(value), self._question, self._window is not None
        if question == before:
            return
        is_same = question is not None and before is not None and question.id == before.id
        is_answering = is_same and self._is_answering
        self.stop()
        if was_asked and not is_same:
            self._place.say(f"{self._card.title}: {ELSEWHERE}")
        self._question, self._is_answering = question, is_answering
        if question and not is_answering:
            if self._place.is_free and (was_asked or not is_same):
                self._ask(question)
            else:
                self._announce()

    def stop(self) -> None:
        """Closes the window, and removes the line."""
        window, self._window, self._question, self._is_answering = self._window, None, None, False
        self._place.announce(self._card, self._field.name)
        if window:
            window.dismiss()

    def _announce(self) -> None:
        if question := self._question:
            line = f"? {self._card.title}: {question.title}"
            self._place.announce(self._card, self._field.name, line, partial(self._ask, question, is_wanted=True))

    def _end(self, id: str) -> None:
        """Handles the end of the call that has answered a question. A question that is still there is not answered."""
        if self._is_answering and self._question and self._question.id == id:
            self._is_answering = False
            self._announce()

    def _ask(self, question: Question, is_wanted: bool = False) -> None:
        self._place.announce(self._card, self._field.name)
        self._window = Choose(self._card.title, question, is_wanted)
        self._card.app.push_screen(self._window, partial(self._close, question))

    def _close(self, question: Question, at: int | None) -> None:
        """Handles the end of the window."""
        if question is self._question:
            self._window = None
            if called := self._field.answered(question, at):
                self._is_answering = True
                self._answer(*called, partial(self._end, question.id))
            else:
                self._announce()
