"""What a front end knows of an app beforehand: its view types, with the hints that their author gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any


class Kind(Enum):
    """What a value is, as far as its painting and its typing go."""

    TEXT = auto()
    INTEGER = auto()
    NUMBER = auto()
    #: One of a few values, as a Boolean is, too.
    CHOICE = auto()
    RECORD = auto()
    ROWS = auto()
    #: Anything else.
    JSON = auto()


def is_yes_and_no(choices: Sequence[Any]) -> bool:
    """Whether the choices are those of a Boolean, and not 0 and 1, which are equal to them in Python."""
    return len(choices) == 2 and choices[0] is False and choices[1] is True


@dataclass(frozen=True)
class Destination:
    """Where an action or a property leads: a view type, and where each of its parameters is taken from."""

    type: str
    params: Mapping[str, str]


@dataclass(frozen=True)
class Source:
    """The array that an argument is taken from, and the member of its rows, unless the rows are the values."""

    property: str
    member: str | None


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
    #: The values at which nothing is under way; None if the property does not tell.
    idle_values: tuple[Any, ...] | None = None
    opens: Destination | None = None
    source: Source | None = None

    @property
    def way(self) -> Destination | None:
        """Where the property leads by its value alone, which is then of no interest to people."""
        return self.opens if self.kind not in (Kind.ROWS, Kind.RECORD) else None


@dataclass(frozen=True)
class Action:
    name: str
    title: str
    description: str
    arguments: tuple[Field, ...] = ()
    opens: Destination | None = None

    @property
    def required(self) -> tuple[Field, ...]:
        return tuple(each for each in self.arguments if each.is_required)


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

    def shown_params(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a view that may be shown: those that are no secret."""
        secret = {each.name for each in self.params if each.is_secret}
        return {name: value for name, value in params.items() if name not in secret}

    def row_source(self, action: Action) -> Source | None:
        """Where the one required argument of an action of rows is taken from; None if it is no such action.

        Without a hint, an argument `id` is that of the rows of the only array that has one.
        """
        if len(action.required) != 1:
            return None
        (argument,) = action.required
        arrays = [each for each in self.properties if each.kind is Kind.ROWS]
        if argument.source:
            return argument.source if argument.source.property in {each.name for each in arrays} else None
        found = [each for each in arrays if "id" in {member.name for member in each.members}]
        return Source(found[0].name, "id") if argument.name == "id" and len(found) == 1 else None

    def row_actions(self, property: str) -> tuple[Action, ...]:
        """The actions of the rows of an array."""
        sources = ((each, self.row_source(each)) for each in self.actions)
        return tuple(each for each, source in sources if source and source.property == property)

    @property
    def own_actions(self) -> tuple[Action, ...]:
        """The actions that are not of rows."""
        return tuple(each for each in self.actions if not self.row_source(each))

    @property
    def submission(self) -> Action | None:
        """The action that Enter calls in the last field: one that takes what the fields hold, or else the only one."""
        fields = {each.name for each in self.properties if each.is_settable}
        free = [each for each in self.own_actions if each.name != self.on_appear and not each.required]
        fitting = [each for each in free if fields & {argument.name for argument in each.arguments}]
        return fitting[0] if fitting else free[0] if len(free) == 1 else None
