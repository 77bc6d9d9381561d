"""The keys in the last line and in the help window."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from .card import Card
from .cells import safe
from .keys import Hint
from .menu import Menu

#: The keys outside of fields, and shorter lists for smaller terminals.
_KEYS: tuple[Sequence[Hint], ...] = (
    [("o", "open"), ("Space", "whole"), ("+", "enlarge"), ("Ctrl+W", "close"), ("?", "keys"), ("q", "quit")],
    [("o", "open"), ("Ctrl+W", "close"), ("?", "keys"), ("q", "quit")],
    [("o", "open"), ("?", "keys"), ("q", "quit")],
)
_IN_FIELD: tuple[Sequence[Hint], ...] = (
    [("Esc", "leaves the field"), ("Ctrl+O", "open"), ("F2", "enlarge"), ("F1", "keys"), ("Ctrl+Q", "quit")],
    [("Esc", "leaves the field"), ("F1", "keys"), ("Ctrl+Q", "quit")],
    [("Esc", "leaves"), ("Ctrl+Q", "quit")],
)
_IN_MENU: tuple[Sequence[Hint], ...] = (
    [("Enter", "opens"), ("↑↓", "choose"), ("Esc", "leaves"), ("F1", "keys"), ("Ctrl+Q", "quit")],
    [("Enter", "opens"), ("Esc", "leaves"), ("Ctrl+Q", "quit")],
)
_IN_WINDOW: tuple[Sequence[Hint], ...] = ([("Esc", "closes the window")],)


def footer(screen: Screen[object], card: Card | None, columns: int) -> Content:
    """The keys of the focused card, or the meaning of Enter in a field, and then the general keys."""
    focused = screen.focused
    if isinstance(screen, ModalScreen):
        return _fitted([], _IN_WINDOW, columns)
    if focused and isinstance(focused.parent, Menu):
        marked = focused.parent.marked
        more = [("→", "asks for optional parameters, too")] if marked and marked.has_optional_params else []
        return _fitted(more, _IN_MENU, columns)
    if isinstance(focused, Input):
        field = next((each for each in card.fields if each is focused), None) if card else None
        action = card.submission(field) if card and field else None
        return _fitted([("Enter", action.title if action else "sends")], _IN_FIELD, columns)
    own: list[Hint] = []
    if isinstance(focused, Card) and focused.fields:
        own.append(("⏎", "types"))
    if card and focused and not card.is_covered:
        own += [hint for hint in card.hints if hint[0] != "·"]
        own += [("/", "filter")] if card.has_filter else [("/", "search")] if card.searched else []
    return _fitted(own, _KEYS, columns)


def _fitted(own: Sequence[Hint], general: Sequence[Sequence[Hint]], columns: int) -> Content:
    """The longest list of general keys that fits beside the card's own keys; fewer of these if none fits."""
    shown = list(own)
    while True:
        for further in general:
            keys = [*shown, *further]
            if sum(cell_len(key) + cell_len(words) + 3 for key, words in keys) - 2 <= columns:
                return keys_and_words(keys)
        if not shown:
            return keys_and_words(general[-1])
        shown.pop()


def keys_and_words(keys: Sequence[Hint]) -> Content:
    parts: list[str | tuple[str, str]] = []
    for key, words in keys:
        parts += ["  " if parts else "", (key, "bold"), (f" {words}", "dim")]
    return Content.assemble(*parts)


_GENERAL = (
    ("o", "opens a view: type a few letters of its title, then Enter, or → to enter optional parameters, too; in a field: Ctrl+O"),
    ("1 … 9", "go to a card"),
    ("Tab", "goes to the next field, table or card; Shift+Tab: to the previous one; arrow keys move within"),
    ("Enter", "in a field: sends the text, and in the last one submits; on a row: opens it, or shows the whole row"),
    ("Esc", "leaves a field without sending it, so that letters are keys again"),
    ("Shift+key", "calls an action after asking for all its arguments"),
    ("/", "goes to the filter or, without one, asks for a text and goes to the next row that contains it"),
    ("x", "cancels the call in the last line, or work on the card that began by itself"),
    ("Space", "on a row: shows it whole; on a card: shows its whole state"),
    ("+", "gives the card the whole screen, or takes it back; in a field: F2"),
    ("Ctrl+W", "closes the view, in a shared session for all clients if pressed twice; in a field: deletes a word"),
    ("Ctrl+R", "opens views that have ended, and restarts the server if it has ended"),
    ("Ctrl+L", "hides or shows the log"),
    ("Ctrl+Z", "suspends the program; the command fg of the shell continues it"),
    ("F1", "shows these keys; outside of fields also ?"),
    ("q q", "quits; in a field: Ctrl+Q"),
)


def lines(card: Card | None) -> list[Content]:
    """The keys of a card, and the general ones."""
    own = card.targets if card else []
    texts = [(key or "·", f"{each.title}. {each.description}" if each.description else each.title) for key, each in own]
    return [Content.assemble((f" {key} ", "reverse"), f" {safe(text, 400)}") for key, text in (*texts, *_GENERAL)]
