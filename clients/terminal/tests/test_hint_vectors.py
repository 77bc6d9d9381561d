"""The test vectors for hints, with the functions of the terminal program."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from support import REPOSITORY
from svvs_terminal.tui import hints
from svvs_terminal.tui.hints import Action, Field, Kind, NextView, ViewType
from svvs_terminal.tui.columns import leaving
from svvs_terminal.tui.values import formatted

VECTORS = REPOSITORY / "schemas/vectors"
#: Another file has the vectors for scrolling, because only a table knows which rows are in sight.
FILES = [*sorted((VECTORS / "hints").glob("*.json")),
         *(VECTORS / "screens" / f"{name}.json" for name in
           ("cancelling", "columns", "formats", "shown", "submitting", "subtitles"))]
CASES = {
    f"{path.stem}: {case['name']}": case for path in FILES for case in json.loads(path.read_text("utf-8"))["cases"]
}
EVENTS = {
    None, "begun", "picked", "opened", "joined", "changed", "got", "chosen", "called", "settled", "refused", "entered",
    "returned", "submitted", "cancelled",
}


class Runner:
    """The results of one case."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.types = hints.view_types(case["document"])
        self.type = self.types.get(case.get("type", ""), ViewType("", "", ""))
        self.state: dict[str, Any] = case.get("state", {})
        self.event: str | None
        ((self.event, self.value),) = case.get("when", {None: None}).items()
        assert self.event in EVENTS, f"no such event: {self.event}"
        self.fields = {each.name: each for each in self.type.properties}
        self.actions = {each.name: each for each in self.type.actions}

    def result(self, name: str) -> Any:
        return getattr(self, f"_{name}")()

    def _start(self) -> Any:
        found = hints.start(self.types)
        return found and found.name

    def _order(self) -> Any:
        return {
            "viewTypes": list(self.types),
            **{name: names(each) for name, each in self._fields().items()},
            "actions": names(self.type.actions),
            "arguments": {name: names(each.arguments) for name, each in self.actions.items()},
            "members": {name: names(each.members) for name, each in self.fields.items()},
        }

    def _titles(self) -> Any:
        return {
            "viewType": self.type.title,
            **{name: titles(each) for name, each in self._fields().items()},
            "actions": titles(self.type.actions),
            "arguments": {name: titles(each.arguments) for name, each in self.actions.items()},
            "members": {name: titles(each.members) for name, each in self.fields.items()},
        }

    def _secrets(self) -> Any:
        def secrets(fields: Iterable[Field]) -> list[str]:
            return [each.name for each in fields if each.is_secret]

        return {
            **{name: secrets(each) for name, each in self._fields().items()},
            "arguments": {name: secrets(each.arguments) for name, each in self.actions.items()},
        }

    def _fields(self) -> dict[str, tuple[Field, ...]]:
        return {"params": self.type.params, "properties": self.type.properties}

    def _busy(self) -> Any:
        return self.type.busy(self.state)

    def _errors(self) -> Any:
        return self.type.errors(self.state)

    def _filters(self) -> Any:
        return {each.name: each.filters for each in self.type.properties if each.filters}

    def _rowActions(self) -> Any:
        arrays = [each.name for each in self.type.properties if each.kind is Kind.ROWS]
        return {name: names(self.type.row_actions(name)) for name in arrays}

    def _offers(self) -> Any:
        return {
            name: {each.name: each.offered(self.state) for each in action.arguments}
            for name, action in self.actions.items()
        }

    def _call(self) -> tuple[Action | None, dict[str, Any]]:
        """The action that the event calls, and its given arguments."""
        if self.event == "entered":
            submission = self.type.submission
            return submission, self.type.submitted(submission, lambda name: self.value[name]) if submission else {}
        if self.event == "submitted":
            return self.type.action(self.fields[self.value["property"]].submits), {}
        if self.event == "cancelled":
            return self.type.cancelling(self.state), {}
        action, at = self.actions[self.value["action"]], self.value.get("at")
        return action, self.type.row_arguments(action, at["property"], self._row(at)) if at else {}

    def _asks(self) -> Any:
        if self.event == "begun":
            return []
        if self.event == "picked":
            return names(self.type.asked())
        action, given = self._call()
        return names(action.asked(given, self.event == "called" and self.value.get("all", False))) if action else []

    def _calls(self) -> Any:
        if self.event == "opened":
            return {"action": self.type.on_appear, "arguments": {}} if self.type.on_appear else None
        action, given = self._call()
        answers = self.value.get("answers", {}) if self.event == "called" else {}
        return {"action": action.name, "arguments": action.called(given, answers)} if action else None

    def _row(self, place: dict[str, Any]) -> Any:
        value = self.state[place["property"]]
        return value[place["row"]] if "row" in place else value

    def _opens(self) -> Any:
        if self.event == "chosen":
            found = [hints.chosen(self.types, self.fields[self.value["property"]], self._row(self.value))]
        elif self.event in ("settled", "refused"):
            action, arguments = self.actions[self.value["action"]], self.value["arguments"]
            found = [hints.settled(self.types, action, arguments, self.state, self.event == "settled")]
        else:
            before = {} if self.event in ("opened", "joined") else self.state
            after = {**self.state, **(self.value if self.event in ("changed", "got") else {})}
            found = [view for _, view in hints.changed(self.types, self.type, before, after)]
        return [destination(view) for view in found if view]

    def _subtitle(self) -> Any:
        value, field = self.type.subtitle_at(self.state), self.type.subtitle_field
        return None if value is None or field is None else formatted(field, value)

    def _shown(self) -> Any:
        shown = [each for each in self.type.properties if each.is_shown_at(self.state.get(each.name))]
        columns = {each.name: [one.name for one in each.members if not one.is_never_shown] for each in shown}
        return {"properties": names(shown), "members": columns}

    def _formats(self) -> Any:
        members = {name: formats(each.members) for name, each in self.fields.items()}
        return {"properties": formats(self.type.properties), "members": {name: each for name, each in members.items() if each}}

    def _values(self) -> Any:
        return {name: formatted(self.fields[name], value) for name, value in self.state.items()}

    def _leavesOut(self) -> Any:
        return {
            name: leaving({one.name: one.priority for one in each.members if not one.is_never_shown})
            for name, each in self.fields.items() if each.kind is Kind.ROWS
        }

    def _focus(self) -> Any:
        name = self.value["property"]
        return name if self.fields[name].submits else None

    def _cancellable(self) -> Any:
        return names(each for each in self.type.actions if each.is_cancellable)

    def _sets(self) -> Any:
        if self.event == "submitted":
            return {self.value["property"]: self.value["value"]}
        return hints.returned(self.fields[self.value["property"]], self.state)


def names(each: Iterable[Action | Field]) -> list[str]:
    return [one.name for one in each]


def formats(each: Iterable[Field]) -> dict[str, Any]:
    found = {one.name: {"money": one.currency} if one.currency else one.format for one in each}
    return {name: format for name, format in found.items() if format}


def titles(each: Iterable[Action | Field]) -> dict[str, str]:
    return {one.name: one.title for one in each}


def destination(view: NextView) -> dict[str, Any]:
    return {"type": view.type.name, "params": view.params}


def wanted(found: Any, expected: Any) -> Any:
    """The members of a result that a case names."""
    return {name: found[name] for name in expected} if isinstance(expected, dict) else found


def is_left_out(case: dict[str, Any], result: str) -> bool:
    """Whether the result is the calls for a view that is joined, which a test of shared sessions checks."""
    return result == "calls" and "joined" in case.get("when", {})


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_vector(case: dict[str, Any]) -> None:
    runner = Runner(case)
    for name, expected in case["then"].items():
        if is_left_out(case, name):
            continue
        found = runner.result(name)
        if name in ("order", "titles", "secrets", "shown"):
            found = {part: wanted(found[part], each) for part, each in expected.items()}
        elif name == "formats" and "members" not in expected:
            found = {"properties": found["properties"]}
        # As texts, because 1, 1.0 and True are equal to each other in Python.
        assert json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True), name
