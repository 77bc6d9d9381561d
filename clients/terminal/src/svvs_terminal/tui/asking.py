"""Asks the questions of an app."""

from __future__ import annotations

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
#: The message to those whose question is gone.
ELSEWHERE = "answered elsewhere"


class Choose(ModalScreen["int | None"]):
    """A question with its choices. Returns the number of the choice, or None after Escape.

    If the window opens by itself, no choice is marked, so that an Enter that was meant for a card does not answer.
    """

    AUTO_FOCUS = "*"
    DEFAULT_CSS = """
    Choose OptionList, Choose OptionList:focus { height: auto; border: none; padding: 0; background: transparent; }
    Choose Static { margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss")]

    def __init__(self, title: str, question: Question, is_wanted: bool) -> None:
        super().__init__()
        self._title, self._question, self._is_wanted = title, question, is_wanted

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
            self.dismiss(int(event.key) - 1)

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)


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
        """`answer` calls an action with arguments, and then a function if the action has not been called."""
        self._field, self._card, self._place, self._answer = field, card, place, answer
        self._question: Question | None = None
        self._window: Choose | None = None

    def show(self, value: Any) -> None:
        """Shows another value in the state. A question that has the same id may have been answered already."""
        question, was_asked = self._field.question(value), self._window is not None
        if question and self._question and question.id == self._question.id:
            return
        self.stop()
        if was_asked:
            self._place.say(f"{self._card.title}: {ELSEWHERE}")
        self._question = question
        if question and self._place.is_free:
            self._ask(question)
        elif question:
            self._announce(question)

    def stop(self) -> None:
        """Closes the window, and removes the line."""
        window, self._window, self._question = self._window, None, None
        self._place.announce(self._card, self._field.name)
        if window:
            window.dismiss()

    def _announce(self, question: Question) -> None:
        if question is self._question:
            line = f"? {self._card.title}: {question.title}"
            self._place.announce(self._card, self._field.name, line, partial(self._ask, question, is_wanted=True))

    def _ask(self, question: Question, is_wanted: bool = False) -> None:
        self._place.announce(self._card, self._field.name)
        self._window = Choose(self._card.title, question, is_wanted)
        self._card.app.push_screen(self._window, partial(self._close, question))

    def _close(self, question: Question, at: int | None) -> None:
        """Handles the end of the window."""
        if question is self._question:
            self._window = None
            if called := self._field.answered(question, at):
                self._answer(*called, partial(self._announce, question))
            else:
                self._announce(question)
