"""The keys, for the reader."""

from __future__ import annotations

from textual.content import Content

from .card import Card
from .cells import safe

_GENERAL = (
    ("o", "opens a view: type a few letters of its title, then Enter; Ctrl+O does so from within a field, too"),
    ("1 … 9", "go to a card"),
    ("Tab", "goes to the next field, table or card; Shift+Tab to the one before; arrows move within"),
    ("Enter", "in a field: sends what was typed, and in the last one submits; on a row: opens it, or shows all of it"),
    ("Esc", "leaves a field, so that letters are keys again; nothing is sent"),
    ("Shift+key", "calls an action, but asks for all its arguments before"),
    ("/", "goes to the field that filters"),
    ("x", "cancels the call that is shown below"),
    ("Ctrl+W", "closes the view, except in a field, where it deletes a word"),
    ("Ctrl+R", "opens again what has ended, with the server or by itself"),
    ("Ctrl+L", "hides the log, or shows it"),
    ("q q", "quits; Ctrl+Q does so from within a field, too"),
)


def lines(card: Card | None) -> list[Content]:
    """The keys of a card, and those that mean the same everywhere."""
    own = card.targets if card else []
    told = [(key or "·", f"{each.title}. {each.description}" if each.description else each.title) for key, each in own]
    return [Content.assemble((f" {key} ", "reverse"), f" {safe(text, 400)}") for key, text in (*told, *_GENERAL)]
