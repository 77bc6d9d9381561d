"""What the modules that `python -m svvs codegen` writes stand on, and what their generator does."""

from ..messages import is_array, is_object
from .records import UNSET, Member, NoValue, Record, Unset, given
from .views import AsyncTypedView, TypedView

__all__ = [
    "UNSET", "AsyncTypedView", "Member", "NoValue", "Record", "TypedView", "Unset", "given", "is_array", "is_object",
]
