"""The conformance program of the terminal program: `schemas/conform.py --only screen/ -- python clients/terminal/tests/conform.py`."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, cast

for package in ("terminal", "python"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / package / "src"))

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from svvs_terminal.text import cleaned_lines
from svvs_terminal.tui.card import Card
from svvs_terminal.tui.discovery import view_types
from svvs_terminal.tui.draft import Draft, Ending
from svvs_terminal.tui.screen import Action, Field, Named, NextFile, NextView, ViewType, asked, leaving, start
from svvs_terminal.tui.table import Table
from svvs_terminal.tui.values import formatted

State = Mapping[str, Any]


def names(fields: Iterable[Field | Action]) -> list[str]:
    return [each.name for each in fields]


def opened(found: Iterable[NextView | NextFile | None]) -> dict[str, Any]:
    return {"opens": [{"file": each.value} if isinstance(each, NextFile) else each._asdict() for each in found if each]}


def offers(values: Iterable[tuple[Any, Named | None]]) -> list[dict[str, Any]]:
    return [{"value": value} | ({"name": formatted(*name, is_short=True)} if name else {}) for value, name in values]


def refused(fields: Iterable[Field], answers: State) -> list[str]:
    return [each.name for each in fields if each.name in answers and not each.accepts(answers[each.name])]


class Program:
    """The results of the events. The methods have the names of the events."""

    def begin(self, screens: Sequence[Any]) -> Any:
        first = start(view_types({"x-screens": screens}))
        return {"screen": first and first.name}

    def pick(self, type: ViewType, all: bool = False, answers: State = {}) -> Any:
        return {"asks": names(asked(type.params, all)), "refuses": refused(type.params, answers)}

    def look(self, type: ViewType, state: State, unsent: Sequence[str] = ()) -> Any:
        subtitle, parts, shown = type.subtitle_at(state), type.properties, type.shown(state)
        asked = next(filter(None, (each.question(state.get(each.name)) for each in parts)), None)
        return {
            "question": asked and {"title": asked.title, "choices": [each["title"] for each in asked.choices]},
            "progress": {each.name: type.fraction(each, state) for each in parts if each.role == "progress" and each.name in shown},
            "shown": shown, "about": type.about(state), "busy": type.busy(state),
            "subtitle": None if subtitle is None or not type.subtitle_field else formatted(type.subtitle_field, subtitle),
            "errors": type.errors(state), "columns": {each.name: names(each.seen_members) for each in parts},
            "offered": names(each for each in type.offered if not each.rows),
            "rowActions": {each.name: names(type.row_actions(each.name)) for each in parts},
            "dimmed": names(each for each in type.actions if type.is_dimmed(each, state, unsent)),
            "cancellable": names(each for each in type.actions if each.is_cancellable),
        }

    def write(self, type: ViewType, value: Any = "", short: bool = False, now: str = "1970-01-01T00:00:00Z") -> Any:
        field = type.properties[0]
        if field.format in ("longText", "stream") and not short:
            return {"text": cleaned_lines(value)}
        return {"text": formatted(field, value, is_short=short, now=datetime.fromisoformat(now.replace("Z", "+00:00")))}

    async def open(self, type: ViewType, state: State, joined: bool = False) -> Any:
        return {"calls": None if joined else type.on_appear, "notices": [], **await scrolled(type, state, None, [])}

    async def change(
        self, type: ViewType, state: State, after: State, inSight: Sequence[str] = (), calling: bool = False
    ) -> Any:
        notices, changed = list(type.notices(state, after)), [each for _, each in type.changed(state, after)]
        offered = [each for each in changed if isinstance(each, NextFile) and not calling]
        found = {**opened(each for each in changed if each not in offered), "offersFile": [each.value for each in offered], **await scrolled(type, state, after, inSight)}
        cleared = {field.name: None for _, field in notices if field}
        return {**found, "notices": [text for text, _ in notices], "sets": {**found["sets"], **cleared}}

    def choose(self, type: ViewType, state: State, part: str, row: int | None = None) -> Any:
        return opened([self._part(type, part).chosen(self._row(state, part, row))])

    def call(self, type: ViewType, state: State, action: str, at: Any = None, all: bool = False, answers: State = {}) -> Any:
        called = self._action(type, action)
        given = called.row_arguments(at["part"], self._row(state, **at)) if at else {}
        arguments = called.called(given, answers)
        concerned = type.concerned(called, arguments, state)
        confirms = {"text": called.confirm, "beside": concerned and formatted(*concerned, is_short=True)}
        return {
            "asks": names(called.asked(given, all)), "arguments": arguments, "refuses": refused(called.arguments, answers),
            "confirms": confirms if called.confirm and not called.asked(arguments) else None,
            "offers": {each.name: offers(type.offers(each, state)) for each in called.arguments},
        }

    def answer(self, type: ViewType, state: State, part: str, choice: int | None) -> Any:
        field = self._part(type, part)
        asked = field.question(state[part])
        called, arguments = asked and field.answered(asked, choice) or (None, {})
        return {"calls": called, "arguments": arguments}

    def settle(self, type: ViewType, state: State, action: str, arguments: State, refused: bool = False) -> Any:
        return opened([] if refused else [self._action(type, action).settled(arguments, state)])

    def enter(self, type: ViewType, state: State, values: State) -> Any:
        last = next((each for each in type.properties if each.name == type.form[-1]), None) if type.form else None
        called = type.entered(last) if last else None
        given = type.submitted(called, values.__getitem__) if called else {}
        return {"calls": called and called.name, "arguments": given, "asks": names(called.asked(given)) if called else []}

    def submit(self, type: ViewType, state: State, part: str, value: Any) -> Any:
        called = type.entered(self._part(type, part))
        return {"sets": {part: value}, "calls": called and called.name}

    def type(self, type: ViewType, part: str, steps: Sequence[Mapping[str, Any]]) -> Any:
        draft = Draft(self._part(type, part))
        does: dict[str, Callable[[Any, Mapping[str, Any]], str | None]] = {
            "state": lambda text, _: draft.serve(text), "type": lambda text, _: draft.edit(text),
            "enter": lambda *_: draft.enter(), "recall": lambda *_: draft.recall(),
            "ended": lambda text, step: draft.end(text, Ending(step["by"])), "opened": lambda text, _: draft.begin(draft.field, text),
            "closed": lambda *_: draft.close(), "lost": lambda *_: draft.lose(),
        }

        def done(step: Mapping[str, Any]) -> dict[str, Any]:
            (name, value), *_ = step.items()
            sends = does[name](value, step)
            lists = {"kept": draft.kept[:], "doubtful": draft.doubtful[:]}
            kept = {name: each for name, each in lists.items() if each}
            return {"shown": draft.shown, **kept} | ({} if sends is None else {"sends": sends})

        return {"texts": [done(step) for step in steps]}

    def cancel(self, type: ViewType, state: State) -> Any:
        called = type.cancelling(state)
        return {"calls": called and called.name}

    def narrow(self, type: ViewType, part: str) -> Any:
        return {"leaves": names(leaving(self._part(type, part).seen_members))}

    def return_(self, type: ViewType, state: State, part: str) -> Any:
        return {"sets": self._part(type, part).returned(state)}

    def _part(self, type: ViewType, name: str) -> Field:
        return next(each for each in type.properties if each.name == name)

    def _action(self, type: ViewType, name: str) -> Action:
        return next(each for each in type.actions if each.name == name)

    def _row(self, state: State, part: str, row: int | None = None) -> Any:
        return state[part] if row is None else state[part][row]


class Shown(App[None]):
    """A card whose tables show one row each, and the properties that it sets."""

    CSS = "Table { height: 3; min-height: 3; }"

    def __init__(self, type: ViewType) -> None:
        super().__init__()
        self.card = Card(type, {})
        self.card.requests = cast(Any, self)
        self.sets: dict[str, Any] = {}

    def compose(self) -> ComposeResult:
        yield self.card

    def set(self, field: Field, value: Any, is_automatic: bool = False) -> None:
        self.sets[field.name] = value

    async def show(self, pilot: Pilot[None], state: State) -> None:
        self.card.show(state)
        await pilot.pause()


async def scrolled(type: ViewType, state: State, after: State | None, in_sight: Sequence[str]) -> dict[str, Any]:
    """The rows to which a card scrolls, and the properties that it sets, when it shows its first or another state."""
    if not any(each.is_read_from_end for each in type.properties):
        return {"scrollsTo": {}, "sets": {}}
    app = Shown(type)
    async with app.run_test(size=(60, 40)) as pilot:
        await app.show(pilot, state)
        tables = {table.field.name: table for table in app.query(Table)}
        before: dict[str, int] = {}
        if after is not None:
            for name, table in tables.items():
                table.scroll_to(y=len(table.rows) if name in in_sight else 0, animate=False, force=True)
            await pilot.pause()
            app.sets.clear()
            before = {name: table.scroll_offset.y for name, table in tables.items()}
            await app.show(pilot, after)
        tops = {name: table.scroll_offset.y for name, table in tables.items() if table.field.is_read_from_end and table.rows}
        return {"scrollsTo": {name: top for name, top in tops.items() if top != before.get(name)}, "sets": app.sets}


def answer(do: str, event: str = "", screen: Any = None, field: Any = None, **more: Any) -> Any:
    if do != "screen":
        return {"name": "svvs for the terminal", "can": ["screen"]} if do == "hello" else {}
    program = Program()
    if field:
        screen = {"name": "v", "title": "V", "parts": [field]}
    handler: Callable[..., Any] = getattr(program, "return_" if event == "return" else event)
    given = () if screen is None else (view_types({"x-screens": [screen]})[screen["name"]],)
    found = handler(*given, **more)
    return asyncio.run(found) if asyncio.iscoroutine(found) else found


def main() -> None:
    answers, sys.stdout = sys.stdout, sys.stderr  # nothing else may be in the answers
    for line in sys.stdin:
        try:
            found = answer(**json.loads(line))
        except Exception as error:
            found = {"error": repr(error)}
        print(json.dumps(found), file=answers, flush=True)


if __name__ == "__main__":
    main()
