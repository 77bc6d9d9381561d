"""Screens for the servers of tests, which have no app: what a server sends as `x-screens`, see `schemas/SCREENS.md`.

A test writes every member that it needs. Only the title has a default: the name, beginning with an upper-case letter.
A flag that is false is left out.
"""
from __future__ import annotations

from typing import Any


def view_type(name: str, *parts: dict[str, Any], **members: Any) -> dict[str, Any]:
    return _named(name, parts=list(parts), **members)


def part(name: str, kind: str = "text", source: tuple[str, ...] = (), **members: Any) -> dict[str, Any]:
    """A part of a screen, or a field; `source` is the property of its member `from`, and the member if there is one."""
    places = {"from": dict(zip(("property", "member"), source))} if source else {}
    return _named(name, kind=kind, **places, **members)


def action(name: str, **members: Any) -> dict[str, Any]:
    return _named(name, **members)


def _named(name: str, **members: Any) -> dict[str, Any]:
    given = {key: value for key, value in members.items() if value is not False}
    return {"name": name, "title": name[:1].upper() + name[1:], **given}
