"""Reads the screens of an app from the server's description, of which `schemas/SCREENS.md` explains each member."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import svvs
from svvs.typed import is_object

from ..text import cleaned
from .cells import safe
from .screen import Action, Choice, Destination, Field, Kind, Money, Source, ViewType

#: The maximum number of cells of a title.
_TITLE = 40
_SWITCH = (Choice(False, "no"), Choice(True, "yes"))


def view_types(document: Any) -> dict[str, ViewType]:
    """The view types by name, in the order of their declarations, with titles that are safe to show.

    >>> from svvs_terminal.tui.discovery import view_types
    >>> types = view_types(server.request("rpc.discover"))
    >>> types["login"].title
    'Log in'

    :raises Error: if the server describes no screens.
    """
    if not is_object(document) or "x-screens" not in document:
        reason = "it describes no screens (x-screens)"
        raise svvs.Error(f"the server is too old for this program: {reason}. Update the server")
    return {each["name"]: _view_type(each) for each in document["x-screens"]}


def _names(each: Mapping[str, Any]) -> tuple[str, str, str]:
    return each.get("name", ""), safe(each.get("title", "Value"), _TITLE), cleaned(each.get("description", ""))


def _view_type(each: Mapping[str, Any]) -> ViewType:
    subtitle, form, properties = each.get("subtitle"), each.get("form", {}), _fields(each["parts"])
    errors = {part.name for part in properties if part.role == "error"}  # one about an error is like any other
    return ViewType(
        *_names(each), params=_fields(each.get("asks")),
        properties=tuple(replace(part, about=None) if part.about in errors else part for part in properties),
        actions=tuple(_action(action) for action in each.get("actions", ())),
        is_start=each.get("start", False), on_appear=each.get("onAppear"),
        subtitle=_source(subtitle), subtitle_field=_field(subtitle) if subtitle else None,
        form=tuple(form.get("fields", ())), form_calls=form.get("calls"), form_passes=tuple(form.get("passes", ())),
        letter=_letter(each),
    )


def _action(each: Mapping[str, Any]) -> Action:
    return Action(
        *_names(each), _fields(each.get("asks")), _destination(each.get("opens")),
        is_cancellable=not each.get("notCancellable", False), rows=each.get("rows"),
        is_offered=not each.get("notOffered", False), enabled_by=each.get("enabledBy"),
        is_destructive=each.get("destructive", False), confirm=cleaned(each.get("confirm", "")),
        letter=_letter(each),
    )


def _fields(fields: Any) -> tuple[Field, ...]:
    return tuple(_field(each) for each in fields or ())


def _field(each: Mapping[str, Any]) -> Field:
    """A value of any kind; one of an unknown kind is JSON."""
    kind = Kind(each["kind"]) if each.get("kind") in {kind.value for kind in Kind} else Kind.JSON
    money, idle, scroll = each.get("money"), each.get("busyUnless"), each.get("scroll", {})
    choices = tuple(Choice(choice["value"], safe(choice["title"], _TITLE)) for choice in each.get("choices", ()))
    element = [each["of"]] if each.get("of", {}).get("kind", "json") != "json" else []
    return Field(
        *_names(each), kind, each.get("nullable", False),
        choices=_SWITCH if kind is Kind.SWITCH else choices,
        members=_fields(each.get("members", each.get("columns", element))),
        format=each.get("format", ""),
        money=Money(money["currency"], money.get("symbol", ""), money["digits"]) if money else None,
        role=each.get("role", ""), is_settable=each.get("editable", False), is_secret=each.get("secret", False),
        is_required=not each.get("optional", False), may_be_empty=each.get("mayBeEmpty", False),
        priority=each.get("priority", 0), source=_source(each.get("from")),
        idle_values=None if idle is None else tuple(idle), cancel_action=each.get("cancel"),
        filters=each.get("filters"), submits=each.get("submits"), opens=_destination(each.get("opens")),
        key=each.get("key"), label=each.get("label"), is_read_from_end="scroll" in each,
        scroll_target=Source(scroll["target"], scroll.get("member")) if "target" in scroll else None,
        is_target_reset=scroll.get("resets", False), about=each.get("about"),
        total=each.get("total"), answer=each.get("answer"),
    )


def _letter(each: Mapping[str, Any]) -> str:
    letter = each.get("letter", "")
    return letter if len(letter) == 1 and "a" <= letter <= "z" else ""


def _source(each: Mapping[str, Any] | None) -> Source | None:
    return Source(each["property"], each.get("member")) if each else None


def _destination(each: Mapping[str, Any] | None) -> Destination | None:
    if each is None:
        return None
    requires, on, is_reset = each.get("requires", ()), each.get("on"), each.get("resets", False)
    return Destination(each.get("view"), each.get("file"), each.get("params", {}), requires, on, is_reset)
