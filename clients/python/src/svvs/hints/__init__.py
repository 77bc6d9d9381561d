"""The hints of an app's schema, and what a front end does by them: the file `schemas/HINTS.md` documents them."""

from .names import title
from .reading import start, view_types
from .schema import Action, Destination, Field, Kind, Source, ViewType, answered, is_equal, is_yes_and_no
from .ways import Way, changed, chosen, returned, settled

__all__ = [
    "Action", "Destination", "Field", "Kind", "Source", "ViewType", "Way", "answered", "changed", "chosen", "is_equal",
    "is_yes_and_no", "returned", "settled", "start", "title", "view_types",
]
