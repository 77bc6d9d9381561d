"""Reads the hints of an app, and follows them as `schemas/HINTS.md` describes."""

from .reader import start, title, view_types
from .schema import Action, Destination, Field, Kind, Source, ViewType, answered, is_equal, is_yes_and_no
from .navigation import NextView, changed, chosen, returned, settled

__all__ = [
    "Action", "Destination", "Field", "Kind", "NextView", "Source", "ViewType", "answered", "changed", "chosen",
    "is_equal", "is_yes_and_no", "returned", "settled", "start", "title", "view_types",
]
