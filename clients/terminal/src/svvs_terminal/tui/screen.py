"""The screens of an app, and the decisions that a front end makes by them, as `schemas/SCREENS.md` describes."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from svvs.typed import is_array, is_object

from .location import Location, location
from .question import Question, question


class Kind(Enum):
    """The kind of a value. It determines how a value is shown and edited."""

    TEXT, INTEGER, NUMBER, SWITCH, CHOICE = "text", "integer", "number", "switch", "choice"
    RECORD, ROWS, LIST, JSON = "record", "rows", "list", "json"


class Choice(NamedTuple):
    """One of the values of a choice or a switch."""

    value: Any
    title: str


class Money(NamedTuple):
    """The currency of an amount. Without a symbol before the amount, its code follows."""

    currency: str
    symbol: str
    digits: int


class Source(NamedTuple):
    """A property and a member of its rows or its record; None if these are the values themselves."""

    property: str
    member: str | None

    def value(self, row: Any) -> Any:
        """The value of a row; None if it has no value."""
        return row if self.member is None else row.get(self.member) if is_object(row) else None


class NextView(NamedTuple):
    """A view to open."""

    type: str
    params: dict[str, Any]


class NextFile(NamedTuple):
    """A place in a file to open, and the value that it is."""

    place: Location
    value: Any


@dataclass(frozen=True)
class Destination:
    """The view that a part or an action opens, and the source name of each parameter; or the file."""

    type: str | None
    #: The property or the member of a row that is a place in a file.
    file: str | None
    params: Mapping[str, str]
    requires: Collection[str]
    on: str | None
    is_reset: bool

    def leads(self, value: Any) -> bool:
        """Whether a value of a property opens the view or the file. Rows and records are chosen by the user instead."""
        if self.file:
            return self.on == "value" and location(value) is not None
        return value is True if self.on == "true" else self.on == "value" and value is not None

    def view(self, *places: Mapping[str, Any]) -> NextView | None:
        """The view with its parameters, each from the first place that has it; None if a required one is missing."""
        found = {name: next((each[source] for each in places if source in each), None)
                 for name, source in self.params.items()}
        params = {name: value for name, value in found.items() if value is not None}
        return NextView(self.type, params) if self.type and all(name in params for name in self.requires) else None

    def next(self, place: Mapping[str, Any]) -> NextView | NextFile | None:
        """The view with parameters from a place, or the file that is there."""
        if not self.file:
            return self.view(place)
        value = place.get(self.file)
        return NextFile(found, value) if (found := location(value)) else None


@dataclass(frozen=True)
class Field:
    """A value with a name: a property, a parameter, an argument, a column, or a member of a record."""

    name: str
    title: str
    description: str
    kind: Kind
    is_nullable: bool = False
    choices: tuple[Choice, ...] = ()
    #: The members of a record, the columns of rows, or the only column of a list, without a name.
    members: tuple[Field, ...] = ()
    format: str = ""
    money: Money | None = None
    role: str = ""
    is_settable: bool = False
    is_secret: bool = False
    is_required: bool = False
    may_be_empty: bool = False
    #: The columns with the lowest priority are left out of a narrow table first.
    priority: int = 0
    source: Source | None = None
    #: The values at which no work is in progress; None if no value means that.
    idle_values: tuple[Any, ...] | None = None
    #: The action that cancels the work in progress.
    cancel_action: str | None = None
    filters: str | None = None
    #: The action that Enter calls in the field, in place of the action of the form.
    submits: str | None = None
    opens: Destination | None = None
    #: The column that tells a row from the others, and the one that names a row.
    key: str | None = None
    label: str | None = None
    is_read_from_end: bool = False
    #: The property and the member that name the row to scroll to, and whether the property is reset.
    scroll_target: Source | None = None
    is_target_reset: bool = False
    #: The part that an error is about.
    about: str | None = None
    #: The property with the value at the end of the work in progress; None if that is 1.
    total: str | None = None
    answer: str | None = None

    @property
    def is_array(self) -> bool:
        return self.kind in (Kind.ROWS, Kind.LIST)

    @property
    def is_stream(self) -> bool:
        """Whether the value is a text that grows at its end, unless it has a role with another form."""
        return self.kind is Kind.TEXT and self.format == "stream" and self.role not in ("error", "notice")

    @property
    def is_chosen(self) -> bool:
        """Whether the user opens a view or a file by choosing a row, the record or the value."""
        return self.opens is not None and (self.opens.on in ("row", "record") or self.opens_value)

    @property
    def opens_value(self) -> bool:
        """Whether the value is a place in a file, which is opened."""
        return self.opens is not None and self.opens.on == "value" and self.opens.file is not None

    @property
    def is_visible(self) -> bool:
        """Whether people see the property at some value."""
        return self.role not in ("hidden", "notice")

    def is_shown_at(self, value: Any) -> bool:
        """Whether people see the property at a value."""
        if self.role in ("error", "progress"):
            return value is not None and (value != "" or self.role == "progress")
        if self.role == "question":
            return value is not None and self.question(value) is None
        return self.is_visible and (value is True or self.role != "flag")

    def question(self, value: Any) -> Question | None:
        """The question to ask at a value."""
        return question(value) if self.answer and self.role == "question" else None

    def answered(self, question: Question, at: int | None) -> tuple[str, dict[str, Any]] | None:
        """The action and the arguments that answer a question with a choice or, without a number, with Escape."""
        choice = question.chosen(at)
        if choice is None or self.answer is None:
            return None
        return self.answer, {"choice": choice["value"], "question": question.id}

    @property
    def seen_members(self) -> list[Field]:
        """The members or columns that people see."""
        return [each for each in self.members if each.is_visible]

    def is_busy_at(self, value: Any) -> bool:
        """Whether a value means that work is in progress."""
        return self.idle_values is not None and not any(is_equal(value, each) for each in self.idle_values)

    def named(self, row: Any) -> Named | None:
        """The value that names a row of the property, with its field; None if the row has no name."""
        cells = [(each, row.get(each.name)) for each in self.members if each.name == self.label and is_object(row)]
        return next((cell for cell in cells if cell[1] not in (None, "")), None)

    def accepts(self, answer: Any) -> bool:
        """Whether an answer of the user is accepted for a parameter or an argument."""
        return answer != "" or self.kind is not Kind.TEXT or not self.is_required or self.may_be_empty

    def chosen(self, value: Any) -> NextView | NextFile | None:
        """The view or the file that a chosen row, or the chosen record or value, of the property opens.

        >>> from svvs_terminal.tui.discovery import view_types
        >>> types = view_types(server.request("rpc.discover"))
        >>> users = next(each for each in types["search"].properties if each.name == "users")
        >>> users.chosen({"login": "ann"}).params
        {'name': 'ann'}
        """
        if self.opens is None or not self.is_chosen or value is None:
            return None
        if self.opens_value:
            return self.opens.next({self.opens.file: value} if self.opens.file else {})
        return self.opens.next(value if is_object(value) else {})

    def returned(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """The property to set when the user comes back from the view, or when the file is open."""
        if self.opens is None or not self.opens.is_reset or not self.opens.leads(state.get(self.name)):
            return {}
        return {self.name: False if self.opens.on == "true" else None}


@dataclass(frozen=True)
class Action:
    name: str
    title: str
    description: str
    arguments: tuple[Field, ...] = ()
    opens: Destination | None = None
    is_cancellable: bool = True
    #: The array whose rows have the action.
    rows: str | None = None
    is_offered: bool = True
    #: The property that is false while a call would have no effect.
    enabled_by: str | None = None
    is_destructive: bool = False
    #: The question to confirm before a call.
    confirm: str = ""
    #: The key of the action; "" if it has none.
    letter: str = ""

    @property
    def of_row(self) -> Field | None:
        """The only required argument of an action of rows."""
        return next((each for each in self.arguments if each.is_required), None) if self.rows else None

    def asked(self, given: Mapping[str, Any], is_all: bool = False) -> tuple[Field, ...]:
        """The arguments to ask for: the required ones, or all if `is_all`, without those that are given."""
        return tuple(each for each in asked(self.arguments, is_all) if each.name not in given)

    def called(self, given: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call: the given ones and the answers."""
        return {**given, **answered(self.arguments, answers)}

    def row_arguments(self, property: str, row: Any) -> dict[str, Any]:
        """The argument that a row of an array supplies; empty if the action is not one of the rows of that array."""
        field = self.of_row if self.rows == property else None
        value = field.source.value(row) if field and field.source else None
        return {field.name: value} if field and value is not None else {}

    def settled(self, arguments: Mapping[str, Any], state: Mapping[str, Any]) -> NextView | None:
        """The view that the action opens when a call of it has a result."""
        return self.opens.view(arguments, state) if self.opens else None


@dataclass(frozen=True)
class ViewType:
    """A view type, as its screen describes it."""

    name: str
    title: str
    description: str
    params: tuple[Field, ...] = ()
    properties: tuple[Field, ...] = ()
    actions: tuple[Action, ...] = ()
    is_start: bool = False
    on_appear: str | None = None
    #: The place of the value that tells which one of the views of the type this is, and its form.
    subtitle: Source | None = None
    subtitle_field: Field | None = None
    #: The fields of the form, the action that it calls, and the fields whose values are arguments of it.
    form: tuple[str, ...] = ()
    form_calls: str | None = None
    form_passes: tuple[str, ...] = ()
    #: The key of the view type in the menu; "" if it has none.
    letter: str = ""

    def part(self, name: str | None) -> Field | None:
        return next((each for each in self.properties if each.name == name), None)

    def action(self, name: str | None) -> Action | None:
        return next((each for each in self.actions if each.name == name), None)

    @property
    def offered(self) -> list[Action]:
        """The actions that people see, beside the view or at rows."""
        return [each for each in self.actions if each.is_offered]

    def row_actions(self, property: str) -> list[Action]:
        """The actions that people see at each row of an array."""
        return [each for each in self.offered if each.rows == property]

    def is_dimmed(self, action: Action, state: Mapping[str, Any], unsent: Collection[str]) -> bool:
        """Whether to dim an action, which would have no effect. Text in fields that was not sent may enable it."""
        return state.get(action.enabled_by or "") is False and self.submitting(action).isdisjoint(unsent)

    def submitting(self, action: Action) -> set[str]:
        """The fields that submit to an action: those of the form that calls it, or those with their own Enter."""
        fields = {each.name for each in self.properties if each.submits == action.name}
        return fields | set(self.form) if self.form_calls == action.name else fields

    def cancels(self, action: Action) -> bool:
        return any(each.cancel_action == action.name for each in self.properties)

    def subtitle_at(self, state: Mapping[str, Any]) -> Any:
        """The subtitle of a view; None without one."""
        value = self.subtitle.value(state.get(self.subtitle.property)) if self.subtitle else None
        return None if value == "" else value

    def busy(self, state: Mapping[str, Any]) -> list[str]:
        """The properties whose values mean that work is in progress."""
        return [each.name for each in self.properties if each.name in state and each.is_busy_at(state[each.name])]

    def errors(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """The error messages to show, by property."""
        errors = [each for each in self.properties if each.role == "error"]
        return {each.name: state[each.name] for each in errors if each.is_shown_at(state.get(each.name))}

    def about(self, state: Mapping[str, Any]) -> dict[str, str]:
        """The parts at which error messages are shown that do not stand where they are declared, by property."""
        seen = {each.name for each in self.properties if each.is_shown_at(state.get(each.name))}
        errors = [each for each in self.properties if each.role == "error" and each.name in seen]
        return {each.name: each.about for each in errors if each.about in seen}

    def fraction(self, field: Field, state: Mapping[str, Any]) -> float | None:
        """The part of the work of a progress that is done, from 0 to 1; None if it is unknown."""
        value, total = (each if isinstance(each, (int, float)) and not isinstance(each, bool) else None
                        for each in (state.get(field.name), state.get(field.total) if field.total else 1))
        if value is None or total is None or not total > 0:
            return None
        return value / total if 0 < value < total else float(value >= total)

    def shown(self, state: Mapping[str, Any]) -> list[str]:
        """The properties that people see, each where it is declared."""
        moved = self.about(state)
        return [each.name for each in self.properties if each.is_shown_at(state.get(each.name)) and each.name not in moved]

    def cancelling(self, state: Mapping[str, Any]) -> Action | None:
        """The action that cancels the work in progress, if there is some and it can be cancelled."""
        busy = set(self.busy(state))
        names = [each.cancel_action for each in self.properties if each.name in busy and each.cancel_action]
        return self.action(names[0]) if names else None

    def entered(self, field: Field) -> Action | None:
        """The action that Enter calls in a field: its own one, or that of the form in the last field of the form."""
        return self.action(field.submits or (self.form_calls if self.form[-1:] == (field.name,) else None))

    def submitted(self, action: Action, held: Callable[[str], Any]) -> dict[str, Any]:
        """The arguments that are fields of the form, with their values, if the form calls the action."""
        return {name: held(name) for name in self.form_passes} if action.name == self.form_calls else {}

    def changed(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[Field, NextView | NextFile]]:
        """The properties that open a view or a file after a change of the state; none if there was no earlier state.

        A file is opened only during a call of the user; otherwise it is offered.

        >>> from svvs_terminal.tui.discovery import view_types
        >>> login = view_types(server.request("rpc.discover"))["login"]
        >>> before, after = {"shouldNavigateHome": False}, {"shouldNavigateHome": True}
        >>> [(field.name, view.type) for field, view in login.changed(before, after)]
        [('shouldNavigateHome', 'home')]
        """
        for field in (each for each in self.properties if each.name in before):
            if field.opens and not is_equal(value := after.get(field.name), before[field.name]):
                if field.opens.leads(value) and (found := field.opens.next(after)):
                    yield field, found

    def notices(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Field | None]]:
        """The messages of success to show after a change of the state, each with the property to set to null."""
        for field in (each for each in self.properties if each.role == "notice" and each.name in before):
            text = after.get(field.name)
            if isinstance(text, str) and text and text != before[field.name]:
                yield text, field if field.is_settable else None

    def offers(self, argument: Field, state: Mapping[str, Any]) -> list[tuple[Any, Named | None]]:
        """The values of an argument in the rows of its source, without duplicates, with the names of their rows."""
        source = argument.source
        rows = state.get(source.property) if source else None
        found: dict[str, tuple[Any, Named | None]] = {}
        if source is None or not is_array(rows):
            return []
        part = self.part(source.property)
        for row in rows:
            if (value := source.value(row)) is not None:
                name = part.named(row) if part and part.label != source.member else None
                found.setdefault(json.dumps(value, sort_keys=True), (value, name))
        return list(found.values())

    def concerned(self, action: Action, arguments: Mapping[str, Any], state: Mapping[str, Any]) -> Named | None:
        """The name of the row that a call of an action of rows is about, or else the argument, with its field."""
        part, field = self.part(action.rows), action.of_row
        if part is None or field is None or field.source is None:
            return None
        rows, value = state.get(part.name), arguments.get(field.name)
        row = next((row for row in rows if is_equal(field.source.value(row), value)), None) if is_array(rows) else None
        return part.named(row) or (None if value in (None, "") else (field, value))

    @property
    def has_optional_params(self) -> bool:
        return any(not each.is_required for each in self.params)

    def shown_params(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a view that may be shown: those that are not secret."""
        secret = {each.name for each in self.params if each.is_secret}
        return {name: value for name, value in params.items() if name not in secret}


def is_equal(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal. In JSON, `1` is not `true`.

    >>> from svvs_terminal.tui.screen import is_equal
    >>> is_equal(1, 1.0), is_equal(1, True)
    (True, False)
    """
    return one is other or (one == other and isinstance(one, bool) == isinstance(other, bool))


def asked(fields: Iterable[Field], is_all: bool) -> tuple[Field, ...]:
    """The parameters or arguments to ask for: the required ones, or all if `is_all`."""
    return tuple(each for each in fields if each.is_required or is_all)


def answered(fields: Iterable[Field], answers: Mapping[str, Any]) -> dict[str, Any]:
    """The answers for fields, without those that are None, unless the field is required.

    >>> from svvs_terminal.tui.screen import Field, Kind, answered
    >>> fields = [Field("a", "A", "", Kind.TEXT, is_required=True), Field("b", "B", "", Kind.TEXT)]
    >>> answered(fields, {"a": None, "b": None})
    {'a': None}
    """
    names = {each.name for each in fields if each.is_required}
    return {name: each for name, each in answers.items() if each is not None or name in names}


def leaving(columns: Iterable[Field]) -> list[Field]:
    """All columns in the order in which a table that becomes narrower leaves them out."""
    return sorted(reversed(list(columns)), key=lambda each: each.priority)


def start(types: Mapping[str, ViewType]) -> ViewType | None:
    """The view type to open first, if there is one.

    >>> from svvs_terminal.tui.discovery import view_types
    >>> from svvs_terminal.tui.screen import start
    >>> start(view_types(server.request("rpc.discover"))).name
    'login'
    """
    return next((each for each in types.values() if each.is_start), None)


#: A value with its field.
Named = tuple[Field, Any]
#: The only column of rows that are not records.
VALUE = Field("", "Value", "", Kind.JSON)
