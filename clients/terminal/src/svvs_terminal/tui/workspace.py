"""The cards, and the navigation between them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from textual import on
from textual.containers import HorizontalScroll
from textual.geometry import Offset, Region
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input

import svvs

from .ask import Ask, Confirm
from .calls import Calls
from .card import Card
from .draft import Draft, unsent
from .facts import row_lines
from .screen import Action, Choice, Field, Kind, NextView, ViewType, answered, asked, is_equal
from .keys import MORE, key
from .live import LiveView, Opener
from .pager import Lines
from .values import formatted
from .widths import card_widths

Shown = TypeVar("Shown")
#: The text to search for in a table.
_SEARCHED = Field("text", "Search for", "", Kind.TEXT, is_required=True)
#: The maximum cells of the text beside a question.
_ABOUT = 200


def _key(type: ViewType, params: Mapping[str, Any]) -> str:
    return json.dumps([type.name, params], sort_keys=True)


def _are_equal(params: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    return params.keys() == others.keys() and all(is_equal(params[name], others[name]) for name in params)


def _set_width(card: Card, cells: int) -> None:
    if card.styles.width is None or card.styles.width.value != cells:
        card.styles.width = cells


class Workspace(HorizontalScroll, can_focus=False):
    """Opens views as cards, and handles the requests of the cards."""

    @dataclass
    class Arranged(Message):
        """The set of cards has changed."""

        open: list[str]

    def __init__(self, opener: Opener, types: Mapping[str, ViewType], log: Callable[[str], None]) -> None:
        super().__init__()
        self._opener = opener
        self.calls = Calls()
        #: The card that has, or had last, the focus.
        self.active: Card | None = None
        #: Whether the active card has the whole width.
        self._is_zoomed = False
        #: Whether a card, or the widget that it chooses, is about to receive the focus.
        self.is_arriving = False
        self._types, self._log = types, log
        self._live: dict[Card, LiveView] = {}
        #: The cards to go back to, the last one at the end.
        self._earlier: list[Card] = []
        #: The cards whose views were opened again, and that were not navigated to since.
        self._reopened: set[Card] = set()
        #: The last value of each parameter, by name. It is the default, because the next view often has the same value.
        self._known: dict[str, Any] = {}
        #: The drafts of views that are closed, by view type and parameters.
        self._kept: dict[str, dict[str, Draft]] = {}
        #: The answer to the last question for a text to search for.
        self._searched: Mapping[str, Any] = {}
        #: The answers for calls that have not succeeded yet, by view type and action.
        self._answers: dict[tuple[str, str], Mapping[str, Any]] = {}

    @property
    def cards(self) -> list[Card]:
        return list(self._live)

    @property
    def unsent(self) -> list[tuple[str, list[str]]]:
        """The texts of all fields that were not sent, also of closed views, by title."""
        closed = [draft for drafts in self._kept.values() for draft in drafts.values()]
        return [*(each for card in self._live for each in card.unsent), *unsent(closed)]

    def pick(self, type: ViewType, is_asked: bool = False) -> None:
        """Goes to a view of a type that the user has picked, after asking for its required parameters.

        With `is_asked`, also asks for the optional ones.
        """
        if fields := asked(type.params, is_asked):
            self._ask(type.title, fields, lambda answers: self.go(type, answered(fields, answers)), self._known)
        else:
            self.go(type, {})

    def go(self, type: ViewType, params: Mapping[str, Any], is_entered: bool = True) -> None:
        """Goes to the card of a view. Opens the view if it has no card."""
        self._known.update(type.shown_params(params))
        card = next((each for each in self._live if each.type == type and _are_equal(each.params, params)), None)
        if card is None:
            card = self._add(type, params)
        live = self._live[card]
        # A view that was opened again is opened once more: there may be more to load now, for example after a login.
        opening = live.renew(self._opener) if card in self._reopened else live.open(self._opener)
        self._reopened.discard(card)
        self.is_arriving = self.is_arriving or is_entered
        self.run_worker(self._enter_opened(card, opening) if is_entered else opening)

    def join(self, view: svvs.AsyncView) -> None:
        """Shows a view that another client has opened, in the card of an equal view that has ended, or in a new one."""
        type = self._types.get(view.type)
        if type is None or any(live.is_on(self._opener) and live.id == view.id for live in self._live.values()):
            return
        equal = (card for card in self._live if card.type == type and _are_equal(card.params, view.params))
        card = next((each for each in equal if not self._live[each].is_on(self._opener)), None)
        card = card or self._add(type, view.params)
        self.run_worker(self._live[card].join(self._opener, view))
        self._log(f"{card.title} · opened by another client")

    def enter_first(self) -> None:
        """Goes to the first card at the beginning of the program."""
        self.is_arriving = True
        self.call_after_refresh(self._enter, self.cards[0])

    def _add(self, type: ViewType, params: Mapping[str, Any]) -> Card:
        card = Card(type, params, self._kept.pop(_key(type, params), {}))
        self._live[card] = LiveView(card, self.calls, self._log, self._shown, self._ended)
        self.mount(card)
        self._arrange()
        self.post_message(self.Arranged([each.type.name for each in self._live]))
        return card

    async def _enter_opened(self, card: Card, opening: Awaitable[object]) -> None:
        """Enters a card. Keys wait until its view is open. A table that a card hides can receive the focus only then."""
        if card.is_covered:
            await opening
            self.call_after_refresh(self._enter, card)
        else:
            self.call_after_refresh(card.enter)
            await opening
            self.call_after_refresh(setattr, self, "is_arriving", False)

    def _enter(self, card: Card) -> None:
        card.enter()
        self.call_after_refresh(setattr, self, "is_arriving", False)

    def _shown(self, live: LiveView, before: Mapping[str, Any]) -> None:
        """Opens the views to which a change leads, and goes there if the card is active."""
        for field, next_view in live.card.type.changed(before, live.card.state):
            live.followed.add(field.name)
            self._go_on(next_view, is_entered=self._may_leave(live.card))
        live.card.update_title()
        if live.card is self.active:
            self._arrange()

    def _ended(self, live: LiveView, action: Action, arguments: Mapping[str, Any], is_settled: bool) -> None:
        """Opens the view to which an action leads after its call has ended."""
        if is_settled:
            self._answers.pop((live.card.type.name, action.name), None)
        if is_settled and (next_view := action.settled(arguments, live.card.state)):
            self._go_on(next_view, is_entered=self._may_leave(live.card))

    def _may_leave(self, card: Card) -> bool:
        """Whether the focus may leave a card without a key of the user, for whom letters stay what they are."""
        return card.has_focus_within and not isinstance(self.screen.focused, Input)

    def _go_on(self, view: NextView, is_entered: bool) -> None:
        """Goes to a view that the app names, unless its type is gone."""
        if type := self._types.get(view.type):
            self.go(type, view.params, is_entered)

    @on(Card.Focused)
    def activate(self, event: Card.Focused) -> None:
        if self.active and self.active is not event.card:
            self._earlier = [*(each for each in self._earlier if each is not self.active), self.active]
        self.active = event.card
        self._arrange()
        self._reveal()
        live = self._live.get(event.card)
        for field in event.card.type.properties if live and live.followed else ():
            if live and field.name in live.followed:
                for value in field.returned(event.card.state).values():
                    self.run_worker(live.set(field, value))
        if live:
            live.followed.clear()

    def on_resize(self) -> None:
        self._arrange()
        self._reveal()

    def watch_virtual_size(self) -> None:
        self._arrange()  # Textual sends no Resize when the menu that covered the workspace is closed
        self._reveal()  # the cards have moved

    def _reveal(self) -> None:
        """Scrolls to the active card after the layout."""
        if self.active:
            self.call_after_refresh(self.scroll_to_widget, self.active, animate=False, force=True)

    def scroll_to_region(self, region: Region, **how: Any) -> Offset:
        """Scrolls to the whole card that contains the region, without animation."""
        card = next((card for card in self._live if card.virtual_region.overlaps(region)), None)
        how["animate"] = False
        return super().scroll_to_region(card.virtual_region if card else region, **how)

    def toggle_zoom(self) -> None:
        """Shows only the active card, or all cards again."""
        self._is_zoomed = not self._is_zoomed
        self._arrange()
        self._reveal()

    def _arrange(self) -> None:
        """Numbers the cards, and divides the width among them."""
        for number, card in enumerate(self._live, start=1):
            card.update_title(number)
        active = self.active or next(iter(self._live), None)
        cells = self.size.width
        if active is None or not cells:
            return
        others = [card for card in self._live if card is not active]
        needed = cells if self._is_zoomed else active.natural_width
        width, each_other = card_widths(cells, needed, [each.natural_width for each in others])
        for card in others:
            _set_width(card, each_other)
        _set_width(active, width)

    def close(self, card: Card) -> None:
        """Closes a view, which cancels its calls, and goes to the previous card."""
        at = self.cards.index(card)
        self.run_worker(self._live.pop(card).close())
        drafts = {name: each for name, each in card.drafts.items() if not each.field.is_secret}
        self._kept[_key(card.type, card.params)] = drafts
        self._reopened.discard(card)
        card.remove()
        self.active = None
        if not self.back() and self._live:
            self.cards[max(0, at - 1)].enter()
        self._arrange()
        self.post_message(self.Arranged([each.type.name for each in self._live]))

    def back(self) -> bool:
        """Goes to the card that was active before this one. Returns whether there is one."""
        open = [each for each in self._earlier if each in self._live and each is not self.active]
        self._earlier = open[:-1]
        if open:
            self.active = None
            open[-1].enter()
        return bool(open)

    def step(self, cards: int) -> None:
        """Goes to a card after or before the active one."""
        if self.active in self._live:
            self.cards[(self.cards.index(self.active) + cards) % len(self._live)].enter()

    def use(self, opener: Opener, types: Mapping[str, ViewType]) -> None:
        """Replaces the server or session, in which no view is open. The focus stays if its view type is unchanged."""
        self._opener, self._types = opener, types
        self._live = dict(self._renewed(card, live) for card, live in self._live.items())
        self._arrange()

    async def reopen(self) -> str:
        """Opens the views that have ended again, in the same cards.

        Returns the numbers of opened and refused views in words; "" if no view had ended.
        """
        ended = self._ended_views
        self._reopened |= {live.card for live in ended}
        refusals = [reason for reason in await asyncio.gather(*(live.open(self._opener) for live in ended)) if reason]
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
        card.remove()
        if self.active is card:
            self.active = None
            typed_into = next((each.field.name for each in card.fields if each.has_focus), None)
            new.call_after_refresh(new.enter, typed_into)
        live.card = new
        return new, live

    def cancel(self) -> str:
        """Cancels the last call that can be cancelled, or else work on the active card that began by itself.

        Returns the reason if there is nothing to cancel.
        """
        live = self._live.get(self.active) if self.active else None
        if call := self.calls.latest(live.id if live else None):
            call.cancel()
        elif not self.calls.slow and self.active and (action := self.cancelling):
            self._call(self.active, action, {})
        else:
            return "This call cannot be cancelled" if self.calls.slow else "Nothing to cancel"
        return ""

    def search(self, card: Card) -> None:
        """Goes to the filter of a card. Without one, asks for a text, and goes to the next row that contains it."""
        table = card.searched
        if table is None:
            card.filter()
            return

        def find(answers: Mapping[str, Any]) -> None:
            self._searched = answers
            table.focus()
            card.show_error("" if table.find(answers["text"]) else f"No row contains {answers['text']!r}")

        self._ask(f"{card.title} · {table.field.title}", [_SEARCHED], find, self._searched)

    @property
    def busy_line(self) -> str:
        """The work of the active card that began by itself and can be cancelled; empty if there is none."""
        if not (self.active and self.cancelling):
            return ""
        busy = self.active.type.busy(self.active.state)
        title = next(each.title for each in self.active.type.properties if each.name in busy and each.cancel_action)
        return f"⧗ {self.active.title}: {title}   x cancels"

    @property
    def cancelling(self) -> Action | None:
        """The action that cancels the work of the active card that is in progress."""
        return self.active.type.cancelling(self.active.state) if self.active else None

    # The requests of the cards

    @on(Card.ActionRequested)
    def act(self, event: Card.ActionRequested) -> None:
        card, action = event.card, event.action
        given = action.row_arguments(action.rows, event.row) if action.rows else {}
        self._complete(card, action, given, event.is_asked)

    def _complete(self, card: Card, action: Action, given: Mapping[str, Any], is_asked: bool = False) -> None:
        """Calls an action, after asking for missing arguments."""
        if fields := action.asked(given, is_asked):
            offered = {field.name: [(value, formatted(*name, is_short=True) if name else "")
                                    for value, name in card.type.offers(field, card.state)] for field in fields}
            known = self._answers.get((card.type.name, action.name))

            def call(answers: Mapping[str, Any]) -> None:
                self._answers[card.type.name, action.name] = answers
                self._confirm(card, action, action.called(given, answers))

            self._ask(f"{card.title} · {action.title}", fields, call, known, offered)
        else:
            self._confirm(card, action, given)

    def _confirm(self, card: Card, action: Action, arguments: Mapping[str, Any]) -> None:
        """Calls an action, after a yes to its question, if it has one."""
        if not action.confirm:
            self._call(card, action, arguments)
            return

        def call(is_confirmed: bool | None) -> None:
            if is_confirmed:
                self._call(card, action, arguments)

        concerned = card.type.concerned(action, arguments, card.state)
        about = formatted(*concerned, cells=_ABOUT, is_short=True) if concerned else ""
        if concerned and concerned[0] is action.of_row:  # not the name of a row
            about = f"{concerned[0].title}: {about}"
        self._push(Confirm(f"{card.title} · {action.title}", action.confirm, about), call)

    def _call(self, card: Card, action: Action | None, arguments: Mapping[str, Any]) -> None:
        """Sends the edited fields of a card, and calls an action, if there is one."""
        if card in self._live and (work := self._live[card].submit(action, arguments)):
            self.run_worker(work)

    @on(Card.MoreRequested)
    def choose_action(self, event: Card.MoreRequested) -> None:
        """Asks which of the actions without a letter to call."""
        actions = {each.name: each for each in event.card.type.offered if key(each) == MORE}
        choices = tuple(Choice(name, each.title) for name, each in actions.items())
        field = Field("action", "Action", "", Kind.CHOICE, choices=choices, is_required=True)
        self._ask(event.card.title, [field], lambda answers: event.card.request(actions[answers["action"]]))

    @on(Card.PropertySet)
    def set(self, event: Card.PropertySet) -> None:
        if live := self._live.get(event.card):
            self.run_worker(live.set(event.field, event.value, event.is_automatic))

    @on(Card.Submitted)
    def submit(self, event: Card.Submitted) -> None:
        live = self._live.get(event.card)
        if not event.action:
            self._call(event.card, None, {})
        elif live and (held := live.held(event.action)) is not None:
            self._complete(event.card, event.action, held)

    @on(Card.FilterDue)
    def filter(self, event: Card.FilterDue) -> None:
        if (live := self._live.get(event.card)) and (work := live.filter(event.field, event.text)):
            self.run_worker(work)

    @on(Card.RowOpened)
    def follow(self, event: Card.RowOpened) -> None:
        field, row = event.field, event.row
        if next_view := field.chosen(row):
            self._go_on(next_view, is_entered=True)
        elif row is not None:
            self.post_message(Card.Inspected(event.card, field.title, row_lines(field, row)))

    @on(Card.Inspected)
    def show_lines(self, event: Card.Inspected) -> None:
        self._push(Lines(event.title, event.lines, is_wide=True), lambda _: None)

    def _ask(
        self, title: str, fields: Sequence[Field], then: Callable[[Mapping[str, Any]], None],
        known: Mapping[str, Any] | None = None, offered: Mapping[str, Sequence[tuple[Any, str]]] | None = None,
    ) -> None:
        self._push(Ask(title, fields, known or {}, offered or {}), lambda asked: None if asked is None else then(asked))

    def _push(self, screen: ModalScreen[Shown], then: Callable[[Shown | None], None]) -> None:
        self.app.push_screen(screen, then)
