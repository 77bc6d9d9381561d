"""The keys in the last line and in the help window."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from .card import Card
from .cells import safe
from .keys import MORE, Hint, key
from .menu import Menu

#: The keys outside of fields, and shorter lists for smaller terminals.
_KEYS: tuple[Sequence[Hint], ...] = (
    [("o", "open"), ("⌫", "back"), ("Space", "whole"), ("Ctrl+W", "close"), ("?", "keys"), ("q", "quit")],
    [("o", "open"), ("Ctrl+W", "close"), ("?", "keys"), ("q", "quit")],
    [("o", "open"), ("?", "keys"), ("q", "quit")],
)
_IN_FIELD: tuple[Sequence[Hint], ...] = (
    [("Esc", "leaves the field"), ("Ctrl+O", "open"), ("F2", "enlarge"), ("F1", "keys"), ("Ctrl+Q", "quit")],
    [("Esc", "leaves the field"), ("F1", "keys"), ("Ctrl+Q", "quit")],
    [("Esc", "leaves")],
)
_IN_MENU: tuple[Sequence[Hint], ...] = (
    [("a letter", "opens"), ("/", "search"), ("↑↓", "choose"), ("Enter", "opens"), ("Esc", "leaves"), ("Ctrl+Q", "quit")],
    [("a letter", "opens"), ("/", "search"), ("Esc", "leaves")],
)


def mode(screen: Screen[object]) -> Content:
    """Whether letters are text or keys."""
    return Content.styled(" text ", "bold reverse") if isinstance(screen.focused, Input) else Content.styled("keys", "dim")


def footer(screen: Screen[object], card: Card | None, columns: int) -> Content:
    """The keys of the focused card, or the meaning of Enter in a field, and then the general keys.

    Empty for a window, whose frame shows its keys.
    """
    focused = screen.focused
    if isinstance(screen, ModalScreen):
        return Content()
    if menu := next((each for each in focused.ancestors_with_self if isinstance(each, Menu)), None) if focused else None:
        marked = menu.marked
        more = [("→", "asks for optional parameters, too")] if marked and marked.has_optional_params else []
        searching = isinstance(focused, Input)
        return _fitted(more, [keys[2:] if searching else keys for keys in _IN_MENU], columns)
    if isinstance(focused, Input):
        field = next((each for each in card.fields if each is focused), None) if card else None
        action = card.type.entered(field.field) if card and field else None
        return _fitted([("Enter", action.title if action else "sends")], _IN_FIELD, columns)
    own: list[Hint] = []
    if card and focused and card.types_by:
        own.append((card.types_by, "types"))
    if card and focused and not card.is_covered:
        hints = [*card.row_hints, *card.hints]
        own += [hint for hint in hints if hint[0] != MORE]
        own += [(MORE, "more")] if any(hint[0] == MORE for hint in hints) else []
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
    ("o", "opens the view with the next letter, with Shift also for optional parameters; / searches; in a field: Ctrl+O"),
    ("1 … 9, 0", "go to a card; n and p: to the next and the previous one"),
    ("⌫", "goes back to the card before (Backspace)"),
    ("Tab", "goes to the next field, table, choice or record of the card; Shift+Tab: to the previous one; ↑ and ↓ move within"),
    ("Enter", "on a card: types into its fields; in a field: sends the text, and in the last one submits; on a row: opens it, or shows the whole row"),
    ("Esc", "leaves a field without sending it, so that letters are keys again; clears a filter"),
    ("Ctrl+P", "in a field: exchanges the text with the first one that is kept beside the field"),
    (MORE, "asks which of the actions without a letter to call"),
    ("Shift+key", "calls an action after asking for all its arguments"),
    ("/", "goes to the filter or, without one, asks for a text and goes to the next row that contains it"),
    ("x", "cancels the call in the last line, or work on the card that began by itself"),
    ("Space", "on a row: shows it whole; on a card: shows its whole state"),
    ("+", "gives the card the whole screen, or takes it back; in a field: F2"),
    ("Ctrl+W", "closes the view, in a shared session for all clients if pressed twice; in a field: deletes a word"),
    ("Ctrl+R", "opens views that have ended, and restarts the server if it has ended"),
    ("Ctrl+G", "opens the question or the file in the line above the last one"),
    ("Ctrl+L", "hides or shows the log"),
    ("Ctrl+Z", "suspends the program; the command fg of the shell continues it"),
    ("F1", "shows these keys; outside of fields also ?"),
    ("q q", "quits; in a field: Ctrl+Q"),
)


def lines(card: Card | None) -> list[Content]:
    """The keys of a card, and the general ones."""
    own = card.type.offered if card else []
    texts = [(key(each), f"{each.title}. {each.description}" if each.description else each.title) for each in own]
    return [Content.assemble((f" {name} ", "reverse"), f" {safe(text, 400)}") for name, text in (*texts, *_GENERAL)]
