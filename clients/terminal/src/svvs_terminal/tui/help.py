"""The keys, as the last line and the help window show them."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from .card import Card
from .cells import cut, safe
from .menu import Menu

#: Everywhere but in a field, and what of it there is room for in a small terminal.
_KEYS = "o open  / filter  x cancel  Ctrl+W close  ? keys  q quit", "o open  ? keys  q quit"
_IN_FIELD = "Esc leaves the field  Ctrl+O open  Ctrl+Q quit", "Esc leaves  Ctrl+O open"

_IN_MENU = "Enter opens  ↑↓ choose  Esc leaves"
_IN_WINDOW = "Esc leaves the window"


def footer(screen: Screen[object], card: Card | None, columns: int) -> str:
    """The keys of a card that has the focus itself, or what Enter does in a field; then the keys of everywhere."""
    focused = screen.focused
    if isinstance(screen, ModalScreen):
        return cut(_IN_WINDOW, columns)
    if focused and isinstance(focused.parent, Menu):
        return cut(_IN_MENU, columns)
    if isinstance(focused, Input):
        field = next((each for each in card.fields if each is focused), None) if card else None
        action = card.submission(field) if card and field else None
        return _fitted(f"Enter: {action.title}  " if action else "Enter sends  ", _IN_FIELD, columns)
    own = focused.hints if isinstance(focused, Card) else []
    return _fitted("".join(f"{hint}  " for hint in own), _KEYS, columns)


def _fitted(first: str, further: tuple[str, str], columns: int) -> str:
    keys = next((each for each in further if cell_len(first + each) <= columns), further[-1])
    return cut(cut(first, max(0, columns - len(keys))) + keys, columns)


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
