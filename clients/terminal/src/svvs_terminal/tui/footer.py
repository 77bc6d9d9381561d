"""The last line: which keys do what where the focus is."""

from __future__ import annotations

from rich.cells import cell_len
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from .card import Card
from .menu import Menu
from .cells import cut

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
