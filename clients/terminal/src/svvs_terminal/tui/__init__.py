"""`python -m svvs tui`: the views of any app as cards in a terminal."""

from .starting import run

__all__ = ["run"]
