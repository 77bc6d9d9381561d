"""`python -m svvs tui`: the views of any app as cards in a terminal. It needs the extra `svvs[tui]`."""

from .starting import run

__all__ = ["run"]
