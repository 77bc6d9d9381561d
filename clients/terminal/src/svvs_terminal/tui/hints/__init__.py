"""Reads the hints of an app, and decides by them, as `schemas/HINTS.md` says."""

from .reading import start, title, view_types
from .schema import Action, Destination, Field, Kind, Source, ViewType, answered, is_equal, is_yes_and_no
from .ways import Way, changed, chosen, returned, settled

__all__ = [
    "Action", "Destination", "Field", "Kind", "Source", "ViewType", "Way", "answered", "changed", "chosen", "is_equal",
    "is_yes_and_no", "returned", "settled", "start", "title", "view_types",
]
