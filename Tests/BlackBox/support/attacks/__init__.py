"""Attacks: what one connection can do to make a server take memory, or to make the other connections wait.

`ATTACKS` has all of them, `figures.measure` runs one and measures what it costs.
"""
from . import calls, messages, mistakes, openings, replies, sleepers  # noqa: F401, they register attacks
from .scene import ATTACKS  # noqa: F401
