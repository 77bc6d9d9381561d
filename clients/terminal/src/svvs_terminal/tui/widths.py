"""The widths of the cards."""

from __future__ import annotations

from collections.abc import Sequence

#: The minimum number of columns of a card, if the terminal has them.
_MIN_COLUMNS = 44


def card_widths(cells: int, active: int, others: Sequence[int]) -> tuple[int, int]:
    """The widths of the active card and of each other one, which may be out of sight, from the widths that they need.

    The active card has the width that it needs, if the terminal has it. As many others share the rest as fit.

    >>> from svvs_terminal.tui.widths import card_widths
    >>> card_widths(160, 70, [50, 60]), card_widths(100, 70, [50, 60])
    ((80, 80), (100, 100))
    """
    needed = min(cells, max(_MIN_COLUMNS, active))
    rest = cells - needed
    beside = min(len(others), rest // _MIN_COLUMNS)
    if not beside:
        return cells, cells
    widest = max(others)
    beside = max(1, min(beside, rest // min(rest, max(_MIN_COLUMNS, widest))))
    each_other = min(rest // beside, max(cells // (beside + 1), widest))
    return cells - each_other * beside, each_other
