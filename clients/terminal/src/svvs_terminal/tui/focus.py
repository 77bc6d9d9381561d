"""The focus: which card has it, which had it before, and where it returns to."""

from __future__ import annotations

from textual.widget import Widget

from .card import Card
from .fields import TextField


class Focus:
    """The memory of the focus. The cards, the menu and the program have none: they report what happens."""

    def __init__(self) -> None:
        #: The cards that had the focus, the last one at the end, each with the last of its widgets that had it.
        self._visited: dict[Card, Widget | None] = {}
        #: The cards that are about to receive the focus, or to pass it on to a widget. Keys wait for them.
        self.arriving: set[Card] = set()

    @property
    def card(self) -> Card | None:
        """The card that has, or had last, the focus."""
        return next(reversed(self._visited), None)

    def move(self, card: Card, widget: Widget) -> None:
        """Handles that a widget of a card, or the card itself, has the focus.

        A covered card has it for its widget, unless that is a field, which the user has left.
        """
        before = self._visited.pop(card, None)
        self._visited[card] = widget if not card.is_covered else None if isinstance(before, TextField) else before

    def resume(self, card: Card | None = None) -> None:
        """Returns the focus to where it was before the menu, or on a card before it was covered."""
        if card := card or self.card:
            widget = self._visited.get(card)
            if widget and widget.focusable:
                card.screen.set_focus(widget)
            else:
                card.enter()

    def leave(self, card: Card, neighbour: Card | None = None) -> None:
        """Goes from a card to the one that had the focus before it or, without one, to its neighbour."""
        self._visited.pop(card, None)
        if following := self.card or neighbour:
            following.enter()

    def back(self) -> bool:
        """Goes to the card that had the focus before this one. Returns whether there is one."""
        *earlier, card = self._visited or (None,)
        if card and earlier:
            self.leave(card)
        return bool(earlier)

    def replace(self, card: Card, new: Card) -> None:
        """Puts a card in the place of another one.

        If this one has the focus, it stays in the field of the same name.
        """
        widget = self._visited.get(card)
        name = widget.field.name if isinstance(widget, TextField) else None
        same = next((each for each in new.fields if each.field.name == name), None)
        if card.has_focus_within:
            card.screen.set_focus(new)  # at once: a click may move the focus before the field is there
            self.arriving.add(new)
            new.call_after_refresh(self._settle, new, same)
        visited = self._visited.items()
        self._visited = {new if each is card else each: same if each is card else at for each, at in visited}

    def _settle(self, card: Card, widget: Widget | None) -> None:
        """Moves the focus from a new card to its widget, unless the user has moved it."""
        self.arriving.discard(card)
        if card.screen.focused is card:
            self._visited[card] = widget
            self.resume(card)
