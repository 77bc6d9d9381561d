"""The cards, and the navigation between them."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from textual import on
from textual.containers import HorizontalScroll
from textual.geometry import Offset, Region
from textual.screen import ModalScreen
from textual.widgets import Input

import svvs

from .ask import ask
from .calls import Calls
from .card import Card
from .cells import safe
from .draft import Draft, unsent
from .editor import edit
from .fields import TextField
from .focus import Focus
from .location import Location
from .screen import NextView, ViewType, answered, asked
from .live import LiveView, Opener
from .widths import card_widths

#: The maximum number of cells of a message.
_MESSAGE = 400


def _key(type: ViewType, params: Mapping[str, Any]) -> str:
    """The same text for equal parameters. In JSON, `1` is `1.0`, but not `true`."""
    equal = {name: int(each) if isinstance(each, float) and each.is_integer() else each for name, each in params.items()}
    return json.dumps([type.name, equal], sort_keys=True)


class Workspace(HorizontalScroll, can_focus=False):
    """The cards of the views that are open, and the navigation between them."""

    def __init__(
        self, opener: Opener, types: Mapping[str, ViewType], focus: Focus, log: Callable[[str], None],
        mark: Callable[[list[str]], None],
    ) -> None:
        """`mark` is passed the types of the open views."""
        super().__init__()
        self._opener = opener
        self.calls = Calls()
        self._types, self._focus, self._log, self._mark = types, focus, log, mark
        self._live: dict[Card, LiveView] = {}
        #: The cards whose views were opened again, and that were not navigated to since.
        self._reopened: set[Card] = set()
        #: The last value of each parameter, by name. It is the default, because the next view often has the same value.
        self._known: dict[str, Any] = {}
        #: The drafts of cards that are closed, by view type and parameters. A shared session may have equal views.
        self._kept: defaultdict[str, list[dict[str, Draft]]] = defaultdict(list)
        #: Held while an editor has the terminal.
        self._editing = asyncio.Lock()
        #: The lines about parts that a key opens, the oldest first.
        self._announced: dict[tuple[Card, str], tuple[str, Callable[[], None]]] = {}

    @property
    def cards(self) -> list[Card]:
        return list(self._live)

    @property
    def unsent(self) -> list[tuple[str, list[str]]]:
        """The texts of all fields that were not sent, also of closed views, by title."""
        closed = [draft for views in self._kept.values() for drafts in views for draft in drafts.values()]
        return [*(each for card in self._live for each in card.unsent), *unsent(closed)]

    def pick(self, type: ViewType, is_asked: bool = False) -> None:
        """Goes to a view of a type that the user has picked, after asking for its required parameters.

        With `is_asked`, also asks for the optional ones.
        """
        if fields := asked(type.params, is_asked):
            ask(self, type.title, fields, lambda answers: self.go(type, answered(fields, answers)), self._known)
        else:
            self.go(type, {})

    def go(self, type: ViewType, params: Mapping[str, Any], is_entered: bool = True) -> None:
        """Goes to the card of a view. Opens the view if it has no card."""
        self._known.update(type.shown_params(params))
        card = next(iter(self._equal(type, params)), None) or self._add(type, params)
        live = self._live[card]
        # A view that was opened again is opened once more: there may be more to load now, for example after a login.
        opening = live.renew(self._opener) if card in self._reopened else live.begin(self._opener)
        self._reopened.discard(card)
        if is_entered:
            card.enter()  # at once: a key that does not wait any longer is for this card
            self._focus.arriving.add(card)
        self.run_worker(self._enter_opened(card, opening) if is_entered else opening)

    def join(self, view: svvs.AsyncView) -> None:
        """Shows a view that another client has opened, in the card of an equal view that has ended, or in a new one."""
        type = self._types.get(view.type)
        if type is None or any(live.is_on(self._opener) and live.id == view.id for live in self._live.values()):
            return
        ended = (each for each in self._equal(type, view.params) if not self._live[each].is_on(self._opener))
        card = next(ended, None) or self._add(type, view.params)
        self._live[card].join(self._opener, view)
        self._log(f"{card.title} · opened by another client")

    def enter_first(self) -> None:
        """Goes to the first card at the beginning of the program."""
        self.call_after_refresh(self._enter, self.cards[0])

    def _equal(self, type: ViewType, params: Mapping[str, Any]) -> list[Card]:
        """The cards of views of a type with these parameters."""
        return [each for each in self._live if _key(each.type, each.params) == _key(type, params)]

    def _add(self, type: ViewType, params: Mapping[str, Any]) -> Card:
        kept = self._kept[_key(type, params)]
        card = Card(type, params, kept.pop() if kept else {})
        self._live[card] = LiveView(card, self.calls, self._log, self)
        self.mount(card)
        self._divide_width()
        self._mark([each.type.name for each in self._live])
        return card

    async def _enter_opened(self, card: Card, opening: Awaitable[object]) -> None:
        """Enters the table of a new card when it is there. Keys wait until the view is open."""
        self.call_after_refresh(self._enter, card)
        await opening
        self.call_after_refresh(lambda: self._focus.arriving.discard(card))

    def _enter(self, card: Card) -> None:
        """Enters a card, unless the user has left it, or is in one of its fields."""
        if self.screen.focused in (None, card):
            card.enter()

    def lead(self, card: Card, view: NextView, is_chosen: bool) -> None:
        """Goes to a view that the app names, unless its type is gone.

        The focus leaves a card without a key of the user only if letters stay what they are for the user.
        """
        may_leave = card.has_focus_within and not isinstance(self.screen.focused, Input)
        if type := self._types.get(view.type):
            self.go(type, view.params, is_chosen or may_leave)

    def say(self, text: str) -> None:
        self.app.notify(safe(text, _MESSAGE), markup=False)

    def is_at(self, card: Card) -> bool:
        is_in_menu = self.app.focused is not None and not card.has_focus_within
        return card is self._focus.card and not is_in_menu and self.is_free

    async def edit(self, place: Location, is_wanted: Callable[[], bool]) -> str:
        async with self._editing:
            return await edit(self.app, place) if is_wanted() else ""

    @property
    def is_free(self) -> bool:
        screen, focused = self.app.screen, self.app.focused
        is_typing = isinstance(focused, Input) and bool(focused.value)
        if isinstance(focused, TextField):
            is_typing = focused.draft.typed is not None
        return not isinstance(screen, ModalScreen) and not is_typing

    def announce(self, card: Card, name: str, line: str = "", open: Callable[[], None] | None = None) -> None:
        self._announced.pop((card, name), None)
        if open:
            self._announced[card, name] = line, open

    @property
    def announced(self) -> list[str]:
        return [line for line, _ in self._announced.values()]

    def open_announced(self) -> None:
        """Opens what the first line is about."""
        for _, open in list(self._announced.values())[:1]:
            open()

    def fit(self, card: Card) -> None:
        if card is self._focus.card:
            self._divide_width()

    def uncover(self, card: Card) -> None:
        if self.screen.focused is card:
            self._focus.resume(card)  # at once: a later key may move the focus

    def draw(self, draft: Draft, due: str | None) -> None:
        for field in (each for card in self._live for each in card.fields if each.draft is draft):
            field.draw(due)

    @on(Card.Focused)
    def activate(self, event: Card.Focused) -> None:
        if live := self._live.get(event.card):
            self._focus.move(event.card, event.widget)
            self.reveal()
            live.come_back()

    def on_resize(self) -> None:
        self.reveal()

    def watch_virtual_size(self) -> None:
        self.reveal()  # Textual sends no Resize when the menu that covered the workspace is closed

    def watch_scroll_x(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_x(old_value, new_value)
        self.refresh()  # Textual may not draw a scroll in the same frame as a layout

    def scroll_to_region(self, region: Region, **how: Any) -> Offset:
        """Scrolls to the whole card that contains the region, without animation."""
        card = next((card for card in self._live if card.virtual_region.overlaps(region)), None)
        how["animate"] = False
        return super().scroll_to_region(card.virtual_region if card else region, **how)

    def reveal(self) -> None:
        """Divides the width, and scrolls to the active card after the layout."""
        self._divide_width()
        if active := self._focus.card:
            self.call_after_refresh(self.scroll_to_widget, active, animate=False, force=True)

    def _divide_width(self) -> None:
        """Numbers the cards, and divides the width among them."""
        for number, card in enumerate(self._live, start=1):
            card.update_title(number)
        active = self._focus.card or next(iter(self._live), None)
        cells = self.size.width
        if active is None or not cells:
            return
        others = [card for card in self._live if card is not active]
        needed = cells if self.app.has_class("-enlarged") else active.natural_width
        width, each_other = card_widths(cells, needed, [each.natural_width for each in others])
        for card in others:
            card.styles.width = each_other
        active.styles.width = width

    def close(self, card: Card) -> None:
        """Closes a view, which cancels its calls, and goes to the previous card."""
        at = self.cards.index(card)
        self._live.pop(card).close()
        if any(each.sent or each.unsent for each in card.drafts.values()):
            self._kept[_key(card.type, card.params)].append(card.drafts)
        self._reopened.discard(card)
        card.remove()
        self._focus.leave(card, next(iter(self.cards[max(0, at - 1) :]), None))
        self._divide_width()
        self._mark([each.type.name for each in self._live])

    def step(self, cards: int) -> None:
        """Goes to a card after or before the active one."""
        if active := self._focus.card:
            self.cards[(self.cards.index(active) + cards) % len(self._live)].enter()

    def use(self, opener: Opener, types: Mapping[str, ViewType]) -> None:
        """Replaces the server or session, in which no view is open. The focus stays if its view type is unchanged."""
        self._opener, self._types = opener, types
        self._live = dict(self._renewed(card, live) for card, live in self._live.items())
        self._divide_width()

    async def reopen(self) -> str:
        """Opens the views that have ended again, in the same cards.

        Returns the numbers of opened and refused views in words; "" if no view had ended.
        """
        ended = self._ended_views
        self._reopened |= {live.card for live in ended}
        refusals = [reason for reason in await asyncio.gather(*(live.begin(self._opener) for live in ended)) if reason]
        opened = len(ended) - len(refusals)
        views = f"Opened again: {opened} view{'' if opened == 1 else 's'}"
        if refusals:
            views += f", {len(refusals)} refused: {refusals[0]}"
        return views if ended else ""

    def cover_ended(self) -> None:
        """Shows on the cards of views that have ended that they are closed."""
        for live in self._ended_views:
            live.cover_closed()

    @property
    def _ended_views(self) -> list[LiveView]:
        return [live for live in self._live.values() if not live.is_on(self._opener)]

    def _renewed(self, card: Card, live: LiveView) -> tuple[Card, LiveView]:
        """A card of the current view type in place of a card of an earlier one. A card whose type is gone stays."""
        type = self._types.get(card.type.name, card.type)
        if type == card.type:
            return card, live
        for title, texts in card.unsent:
            self._log(f"{card.title} · {title} was not sent: {' · '.join(texts)}")
        new = Card(type, card.params, card.drafts)
        self.mount(new, after=card)
        self._focus.replace(card, new)
        card.remove()
        live.card, new.requests = new, live
        return new, live

    def cancel(self) -> str:
        """Cancels the last call that can be cancelled, or else work on the active card that began by itself.

        Returns the reason if there is nothing to cancel.
        """
        live = self._live[self._focus.card] if self._focus.card else None
        if call := self.calls.latest(live.id if live else None):
            call.cancel()
        elif not self.calls.slow and live and (action := live.card.type.cancelling(live.card.state)):
            live.call(action, {})
        else:
            return "This call cannot be cancelled" if self.calls.slow else "Nothing to cancel"
        return ""
