"""The view types of an app, with their hints."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from svvs.typed import is_array, is_object


class Kind(Enum):
    """The kind of a value. It determines how a value is shown and edited."""

    TEXT = auto()
    INTEGER = auto()
    NUMBER = auto()
    #: One of a few values; a Boolean is one of two.
    CHOICE = auto()
    RECORD = auto()
    ROWS = auto()
    #: Anything else.
    JSON = auto()


def is_yes_and_no(choices: Sequence[Any]) -> bool:
    """Whether the choices are false and true. In Python, 0 and 1 are equal to them."""
    return len(choices) == 2 and choices[0] is False and choices[1] is True


def is_equal(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal. In JSON, `1` is not `true`.

    >>> from svvs_terminal.tui.hints import is_equal
    >>> is_equal(1, 1.0), is_equal(1, True)
    (True, False)
    """
    return one is other or (one == other and isinstance(one, bool) == isinstance(other, bool))


@dataclass(frozen=True)
class Destination:
    """The view type that an action or a property opens, and the source name of each parameter."""

    type: str
    params: Mapping[str, str]


@dataclass(frozen=True)
class Source:
    """The array that has the values of an argument, and the member of its rows; None if the rows are the values."""

    property: str
    member: str | None

    def value(self, row: Any) -> Any:
        """The value of a row; None if it has no value."""
        return row if self.member is None else row.get(self.member) if is_object(row) else None


@dataclass(frozen=True)
class Field:
    """A property, a parameter, an argument, or a member of a record."""

    name: str
    title: str
    description: str
    kind: Kind
    is_nullable: bool = False
    choices: tuple[Any, ...] = ()
    #: The members of a record, or of the records that are rows.
    members: tuple[Field, ...] = ()
    is_settable: bool = False
    is_secret: bool = False
    is_required: bool = False
    is_error: bool = False
    filters: str | None = None
    #: The values at which no work is in progress; None without the hint.
    idle_values: tuple[Any, ...] | None = None
    opens: Destination | None = None
    source: Source | None = None
    #: The format of a text: `date-time`, `uri` or `longText`; empty without one that this program knows.
    format: str = ""
    #: The ISO 4217 code of the currency, if the value is an amount of money; else empty.
    currency: str = ""
    #: The titles of the choices that have one, by the choice's text.
    choice_titles: Mapping[str, str] = field(default_factory=dict[str, str])
    is_never_shown: bool = False
    is_shown_when_true: bool = False
    #: The action that Enter calls in the field, in place of the action of the form.
    submits: str | None = None
    is_read_from_end: bool = False
    #: The property and the member that name the row to scroll to.
    scroll_target: Source | None = None
    #: The action that cancels the work in progress.
    cancel_action: str | None = None
    #: The columns with the lowest priority are left out of a narrow table first.
    priority: int = 0

    def is_shown_at(self, value: Any) -> bool:
        """Whether a card shows the property at a value."""
        return not self.is_never_shown and (value is True or not self.is_shown_when_true)

    @property
    def value_opens(self) -> Destination | None:
        """The destination that the value of the property opens. Such a value is not shown."""
        return self.opens if self.kind not in (Kind.ROWS, Kind.RECORD) else None

    @property
    def is_yes_and_no(self) -> bool:
        """Whether the value is a Boolean, which may also be null."""
        return is_yes_and_no(self.choices)

    @property
    def is_typed(self) -> bool:
        """Whether the property is a field of the form: a visible text or number, not a filter, that does not submit."""
        is_text = self.kind in (Kind.TEXT, Kind.INTEGER, Kind.NUMBER)
        is_other = self.filters or self.opens or self.is_error or self.is_never_shown or self.submits
        return is_text and self.is_settable and not is_other

    def is_error_at(self, value: Any) -> bool:
        """Whether a value is an error message to show."""
        return self.is_error and value is not None and value != ""

    def is_busy_at(self, value: Any) -> bool:
        """Whether a value means that work is in progress."""
        return self.idle_values is not None and not any(is_equal(value, each) for each in self.idle_values)

    def offered(self, state: Mapping[str, Any]) -> list[Any]:
        """The values of an argument in the rows of its source, without duplicates."""
        source = None if self.is_secret else self.source
        rows = state.get(source.property) if source else None
        values = [source.value(row) for row in rows] if source and is_array(rows) else []
        return list({json.dumps(each, sort_keys=True): each for each in values if each is not None}.values())


def answered(fields: Iterable[Field], answers: Mapping[str, Any]) -> dict[str, Any]:
    """The answers for fields, without those that are None, unless the field is required.

    >>> from svvs_terminal.tui.hints import Field, Kind, answered
    >>> fields = [Field("a", "A", "", Kind.TEXT, is_required=True), Field("b", "B", "", Kind.TEXT)]
    >>> answered(fields, {"a": None, "b": None})
    {'a': None}
    """
    names = {each.name for each in fields if each.is_required}
    return {name: each for name, each in answers.items() if each is not None or name in names}


@dataclass(frozen=True)
class Action:
    name: str
    title: str
    description: str
    arguments: tuple[Field, ...] = ()
    opens: Destination | None = None
    is_cancellable: bool = True

    @property
    def required(self) -> tuple[Field, ...]:
        return tuple(each for each in self.arguments if each.is_required)

    def asked(self, given: Mapping[str, Any], is_all: bool = False) -> tuple[Field, ...]:
        """The arguments to ask for: the required ones, or all if `is_all`, without those that are given."""
        return tuple(each for each in (self.arguments if is_all else self.required) if each.name not in given)

    def called(self, given: Mapping[str, Any], answers: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call: the given ones and the answers."""
        return {**given, **answered(self.arguments, answers)}


@dataclass(frozen=True)
class ViewType:
    name: str
    title: str
    description: str
    params: tuple[Field, ...] = ()
    properties: tuple[Field, ...] = ()
    actions: tuple[Action, ...] = ()
    is_start: bool = False
    on_appear: str | None = None
    #: The property, and the member of its value, that tell which one of the views of the type this is.
    subtitle: Source | None = None

    def subtitle_at(self, state: Mapping[str, Any]) -> Any:
        """The subtitle of a view; None without one."""
        value = self.subtitle.value(state.get(self.subtitle.property)) if self.subtitle else None
        is_text = isinstance(value, (str, int, float)) and not isinstance(value, bool) and value != ""
        return value if is_text else None

    @property
    def subtitle_field(self) -> Field | None:
        """The property or member whose value is the subtitle."""
        if self.subtitle is None:
            return None
        field = next((each for each in self.properties if each.name == self.subtitle.property), None)
        if field is None or self.subtitle.member is None:
            return field
        return next((each for each in field.members if each.name == self.subtitle.member), None)

    def action(self, name: str | None) -> Action | None:
        return next((each for each in self.actions if each.name == name), None)

    def cancelling(self, state: Mapping[str, Any]) -> Action | None:
        """The action that cancels the work in progress, if there is some and it can be cancelled."""
        busy = set(self.busy(state))
        names = [each.cancel_action for each in self.properties if each.name in busy and each.cancel_action]
        return self.action(names[0]) if names else None

    @property
    def has_optional_params(self) -> bool:
        return any(not each.is_required for each in self.params)

    def shown_params(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a view that may be shown: those that are not secret."""
        secret = {each.name for each in self.params if each.is_secret}
        return {name: value for name, value in params.items() if name not in secret}

    def row_source(self, action: Action) -> Source | None:
        """The source of the only required argument, if the action is one of rows; else None."""
        return action.required[0].source if len(action.required) == 1 else None

    def row_actions(self, property: str) -> tuple[Action, ...]:
        """The actions on the rows of an array."""
        sources = ((each, self.row_source(each)) for each in self.actions)
        return tuple(each for each, source in sources if source and source.property == property)

    @property
    def own_actions(self) -> tuple[Action, ...]:
        """The actions that are not on rows."""
        return tuple(each for each in self.actions if not self.row_source(each))

    def row_arguments(self, action: Action, property: str, row: Any) -> dict[str, Any]:
        """The argument of an action on a row of an array; empty if the action is not on the rows of that array."""
        source = self.row_source(action)
        value = source.value(row) if source and source.property == property else None
        return {} if value is None else {action.required[0].name: value}

    def asked(self, is_all: bool = False) -> tuple[Field, ...]:
        """The parameters to ask for when the user picks the view type: the required ones, or all if `is_all`."""
        return tuple(each for each in self.params if each.is_required or is_all)

    @property
    def submission(self) -> Action | None:
        """The action that Enter calls in the last field of the form, unless the field names another one.

        It is the only action whose arguments include all fields or, without one, the only action without required ones.
        """
        fields = {each.name for each in self.properties if each.is_typed}
        free = [each for each in self.own_actions if each.name != self.on_appear]
        taking = [each for each in free if fields <= {argument.name for argument in each.arguments}]
        found = taking or [each for each in free if not each.required]
        return found[0] if fields and len(found) == 1 else None

    def submitted(self, action: Action, held: Callable[[str], Any]) -> dict[str, Any]:
        """The required arguments that are fields of the form, with the values of the fields."""
        fields = {each.name for each in self.properties if each.is_typed}
        return {each.name: held(each.name) for each in action.required if each.name in fields}

    def busy(self, state: Mapping[str, Any]) -> list[str]:
        """The properties whose values mean that work is in progress."""
        return [each.name for each in self.properties if each.name in state and each.is_busy_at(state[each.name])]

    def errors(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """The error messages to show, by property."""
        return {each.name: state[each.name] for each in self.properties if each.is_error_at(state.get(each.name))}
