"""The keys in the last line and in the help window."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from .card import Card
from .cells import cut, safe
from .menu import Menu

#: The keys outside of fields, and a shorter list for a small terminal.
_KEYS = "o open  / filter  x cancel  Ctrl+W close  ? keys  q quit", "o open  ? keys  q quit"
_IN_FIELD = "Esc leaves the field  Ctrl+O open  Ctrl+Q quit", "Esc leaves  Ctrl+O open"

_IN_MENU = "Enter opens  ↑↓ choose  Esc leaves"
_IN_WINDOW = "Esc closes the window"


def footer(screen: Screen[object], card: Card | None, columns: int) -> str:
    """The keys of the focused card, or the meaning of Enter in a field, and then the general keys."""
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
    ("o", "opens a view: type a few letters of its title, then Enter; in a field: Ctrl+O"),
    ("1 … 9", "go to a card"),
    ("Tab", "goes to the next field, table or card; Shift+Tab: to the previous one; arrow keys move within"),
    ("Enter", "in a field: sends the text, and in the last one submits; on a row: opens it, or shows the whole row"),
    ("Esc", "leaves a field without sending it, so that letters are keys again"),
    ("Shift+key", "calls an action after asking for all its arguments"),
    ("/", "goes to the filter"),
    ("x", "cancels the call in the last line"),
    ("Ctrl+W", "closes the view; in a field: deletes a word"),
    ("Ctrl+R", "opens views that have ended, and restarts the server if it has ended"),
    ("Ctrl+L", "hides or shows the log"),
    ("q q", "quits; in a field: Ctrl+Q"),
)


def lines(card: Card | None) -> list[Content]:
    """The keys of a card, and the general ones."""
    own = card.targets if card else []
    texts = [(key or "·", f"{each.title}. {each.description}" if each.description else each.title) for key, each in own]
    return [Content.assemble((f" {key} ", "reverse"), f" {safe(text, 400)}") for key, text in (*texts, *_GENERAL)]
