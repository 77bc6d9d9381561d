"""The texts that an agent reads: view types, states, actions and changes, in the form in which people read them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from svvs.typed import is_array, is_object
from svvs_terminal.text import cleaned, cleaned_lines
from svvs_terminal.tui.screen import VALUE, Action, Field, Kind, ViewType, is_equal
from svvs_terminal.tui.values import formatted, percentage


class Size(NamedTuple):
    """How much of a value is shown: rows or values, characters of a text, characters of all rows."""

    rows: int
    text: int
    all: int


#: Among others, and for a value that was asked for.
OVERVIEW, PAGE = Size(20, 1_000, 6_000), Size(100, 10_000, 20_000)
#: The width of a value in a line.
_CELLS = 300
#: The most characters of a state, after which values have to be asked for, and of lines that have descriptions.
_STATE, _LINES = 16_000, 6_000
_MISSING = object()
Described = TypeVar("Described", ViewType, Action)


def type_line(type: ViewType) -> str:
    """A view type in one line."""
    params = f"({', '.join(map(_asked, type.params))})" if type.params else ""
    start = "; starts here" if type.is_start else ""
    return f"{type.name}{params}: {type.title}{start}{_sentence(type.description)}"


def lines(line: Callable[[Described], str], things: Iterable[Described]) -> list[str]:
    """A line for each; without the descriptions if all together are too long."""
    found = [(line(each), each) for each in things]
    is_long = sum(len(text) for text, _ in found) > _LINES
    return [line(replace(each, description="")) if is_long else text for text, each in found]


def described(type: ViewType, state: Mapping[str, Any]) -> str:
    """The title of a view with its subtitle, the properties that are shown, and the actions that are offered."""
    subtitle = type.subtitle_at(state)
    name = f" · {formatted(type.subtitle_field, subtitle)}" if type.subtitle_field and subtitle is not None else ""
    parts = [(each, part(type, each, state)) for each in type.properties if _is_seen(each, state)]
    actions = lines(lambda each: action_line(type, each, state), type.offered)
    return "\n".join([f"{type.title}{name}", *_limited(parts), *(["Actions:", *actions] if actions else [])])


def _limited(parts: Iterable[tuple[Field, str]]) -> list[str]:
    """The texts of properties, as long as they are not too long together. A question always has its choices."""
    texts, left = [], _STATE
    for field, text in parts:
        if len(text) > left and not field.answer:
            text = f"{field.name}: not shown, because all is too long. Ask for it by part"
        else:
            left -= len(text)
        texts.append(text)
    return texts


def part(type: ViewType, field: Field, state: Mapping[str, Any]) -> str:
    """A property with its value."""
    value = state.get(field.name)
    notes = [
        field.title, *(["secret: can be set, is never shown"] if field.is_secret else []),
        *(["can be set"] if field.is_settable and not field.is_secret else []),
        *([f"{field.submits} uses it"] if field.submits else []),
        *([f"error about {field.about}"] if field.about else []),
    ]
    if field.choices and field.is_settable and field.kind is Kind.CHOICE:
        notes.append(_choices(field))
    head = f"{field.name} ({'; '.join(notes)})"
    if field.is_secret:
        return head
    if field.role == "progress":
        return f"{head}: {percentage(type.fraction(field, state))}"
    if (question := field.question(value)) and field.answer:
        title, text = cleaned(question.title[:_CELLS]), question.message
        message = cleaned_lines(text[: OVERVIEW.text]).replace("\n", "\n  ")
        message += _rest("characters", 0, min(len(text), OVERVIEW.text), len(text))
        choices = [f"{json.dumps(each['value'], ensure_ascii=False)} = {each['title'][:_CELLS]}"
                   for each in question.choices]
        given = f'{{"question": {cleaned(json.dumps(question.id, ensure_ascii=False))}, "choice": …}}'
        return "\n  ".join([f"{head} asks: {title}", *([message] if message else []),
                            f"To answer, call {field.answer} with {given}, one of:", *map(cleaned, choices)])
    if field.opens and field.is_chosen:
        named = ", ".join(f"{name} of its {source}" for name, source in field.opens.params.items())
        does = f"opens {field.opens.type}{f' with {named}' if named else ''}"
        does = "is a place in a file" if field.opens.file else does
        head += f", {'a row' if field.is_array else 'it'} {does}"
    return f"{head}: {text_of(_with_sources(type, field), value)}"


def percentages(type: ViewType, state: Mapping[str, Any]) -> str:
    """The progress of the work of a view, without texts of the app."""
    shown = [each for each in type.properties if each.role == "progress" and _is_seen(each, state)]
    return "".join(f", {each.name}: {percentage(type.fraction(each, state))}" for each in shown)


def action_line(type: ViewType, action: Action, state: Mapping[str, Any]) -> str:
    """An action in one line: its arguments, its title, and what to know before a call."""
    notes = [
        *([f"for a row of {action.rows}"] if action.rows else []),
        *(["destroys something"] if action.is_destructive else []),
        *(["has to be confirmed"] if action.confirm else []),
        *(["has no effect now"] if type.is_dimmed(action, state, ()) else []),
    ]
    shown = f" [{'; '.join(notes)}]" if notes else ""
    asked = ", ".join(map(_asked, action.arguments))
    return f"{action.name}({asked}): {action.title}{shown}{_sentence(action.description)}"


def text_of(field: Field, value: Any, start: int = 0, size: Size = OVERVIEW) -> str:
    """A value from an element or a character on. What is cut is said, with its size."""
    if isinstance(value, str) and field.format != "time" and not field.choices:
        start = max(0, len(value) - size.text) if field.is_stream and size is OVERVIEW else start
        piece = value[start : start + size.text]
        clean = cleaned_lines(piece) if field.format in ("longText", "stream") else cleaned(piece)
        text = f"\n{clean}".replace("\n", "\n  ") if "\n" in clean else clean
        return text + _rest("characters", start, len(piece), len(value))
    if is_array(value):
        if field.is_read_from_end and size is OVERVIEW:
            start = max(0, len(value) - size.rows)
        columns, left = _columns(field), size.all
        lines: list[str] = []
        for row in value[start : start + size.rows]:
            line = _row(columns, row) if is_object(row) and columns else cell(_element(field), row)
            left -= len(line)
            if left < 0 and lines:
                break
            lines.append(line)
        head = _size(value, "row" if columns else "value") + (f", {_titles(columns)}" if columns else "")
        return "\n  ".join([head, *lines]) + _rest("rows", start, len(lines), len(value))
    if is_object(value) and field.members:
        return "\n  ".join(["", *(f"{each.name}: {cell(each, value.get(each.name))}" for each in _columns(field))])
    return cell(field, value, _CELLS if size is OVERVIEW else size.text)


def cell(field: Field, value: Any, cells: int = _CELLS) -> str:
    """A value in one line; with a choice's value, if that differs from its title."""
    text = formatted(field, value, cells)
    is_titled = field.kind is Kind.CHOICE and value is not None and text != value
    return f"{text} ({cleaned(json.dumps(value, ensure_ascii=False))})" if is_titled else text


def changes(type: ViewType, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The properties that differ, with what has changed of rows."""
    return _limited((each, _change(type, each, before.get(each.name), after))
                    for each in different(type, before, after))


def different(type: ViewType, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Field]:
    """The properties whose change a person would see."""
    return [each for each in type.properties if (_is_seen(each, before) or _is_seen(each, after))
            and not is_equal(before.get(each.name), after.get(each.name))]


def is_news(type: ViewType, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether there is something to tell: a difference, a message of success, or a view or a file that opens."""
    return bool(different(type, before, after)) or any(type.notices(before, after)) or any(type.changed(before, after))


def _is_seen(field: Field, state: Mapping[str, Any]) -> bool:
    """Whether the agent reads a property: as people do, and a question as a part of the state."""
    value = state.get(field.name)
    return field.is_shown_at(value) or field.question(value) is not None


def _change(type: ViewType, field: Field, before: Any, state: Mapping[str, Any]) -> str:
    after = state.get(field.name)
    if not (is_array(before) and is_array(after) and field.key):
        return part(type, field, state) if _is_seen(field, state) else f"{field.name}: no longer shown"
    columns = _columns(_with_sources(type, field))
    old, new = ({json.dumps(row.get(field.key)): row for row in rows if is_object(row)} for rows in (before, after))
    marked = [*(("+", row) for key, row in new.items() if key not in old),
              *(("changed to", row) for key, row in new.items() if key in old and old[key] != row),
              *(("-", row) for key, row in old.items() if key not in new)]
    lines = [f"{mark} {_row(columns, row)}" for mark, row in marked[: OVERVIEW.rows]]
    more = [f"… and {len(marked) - len(lines)} more"] if len(marked) > len(lines) else []
    order = "" if marked else ", in another order"
    return "\n  ".join([f"{field.name}: {_size(after, 'row')}{order}, {_titles(columns)}", *lines, *more])


def found(type: ViewType, state: Mapping[str, Any], pointer: str) -> tuple[Field, Any] | None:
    """The value that a JSON pointer names, if any, with its field. The name of a property is a pointer, too."""
    steps = steps_of(pointer)
    field, value = VALUE, at(state, steps)
    if value is _MISSING or (own := type.part(steps[0])) is None:
        return None
    field = _with_sources(type, own)
    for step in steps[1:]:
        is_index = field.is_array and field.kind is Kind.ROWS
        field = field if is_index else next((each for each in field.members if each.name == step), VALUE)
        if is_index:  # a row has the columns as its members
            field = Field("", "", "", Kind.RECORD, members=field.members)
    return field, value


def steps_of(pointer: str) -> list[str]:
    return [each.replace("~1", "/").replace("~0", "~") for each in pointer.removeprefix("/").split("/")]


def at(state: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        if is_object(state) and step in state:
            state = state[step]
        elif is_array(state) and step.isascii() and step.isdecimal() and int(step[:9]) < len(state):
            state = state[int(step[:9])]
        else:
            return _MISSING
    return state


def kind_of(field: Field) -> str:
    """The kind of an argument: which values are possible."""
    if field.kind is Kind.CHOICE and field.choices:
        return _choices(field)
    if field.kind is Kind.SWITCH:
        return "true or false"
    return str(field.kind.value)


def _asked(field: Field) -> str:
    source = field.source
    place = "" if source is None else f" from {source.property}" + (f".{source.member}" if source.member else "")
    secret = ", secret" if field.is_secret else ""
    return f"{field.name}{'' if field.is_required else '?'}: {kind_of(field)}{place}{secret}"


def _choices(field: Field) -> str:
    return " or ".join(json.dumps(each.value, ensure_ascii=False) for each in field.choices[: PAGE.rows])


def _columns(field: Field) -> list[Field]:
    """The members that people see, and the key of rows."""
    return [each for each in field.members if each.is_visible or each.name == field.key] if field.kind in (
        Kind.ROWS, Kind.RECORD) else []


def _titles(columns: Sequence[Field]) -> str:
    return " | ".join(each.name for each in columns)


def _row(columns: Sequence[Field], row: Mapping[str, Any]) -> str:
    return " | ".join(cell(each, row.get(each.name)) for each in columns)


def _with_sources(type: ViewType, field: Field) -> Field:
    """The rows or the record, also with the members that arguments and views take from them."""
    needed = {each.source.member for action in type.actions for each in action.arguments
              if each.source and each.source.property == field.name}
    if field.opens and field.is_chosen:
        needed |= {*field.opens.params.values(), field.opens.file}
    return replace(field, members=tuple(
        replace(each, role="") if each.role == "hidden" and each.name in needed else each for each in field.members))


def _element(field: Field) -> Field:
    return field.members[0] if field.kind is Kind.LIST and field.members else VALUE


def _size(values: Sequence[Any], noun: str) -> str:
    return f"{len(values)} {noun}{'' if len(values) == 1 else 's'}"


def _sentence(description: str) -> str:
    return f". {description}" if description else ""


def _rest(what: str, start: int, shown: int, size: int) -> str:
    if shown == size:
        return ""
    return f"\n  … {what} {start} to {start + shown} of {size}: ask for more by part and from"
