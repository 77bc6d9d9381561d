"""The match of typed letters with titles."""

from __future__ import annotations

from svvs_terminal.tui.keys import matches


def test_a_prefix_is_the_best_match() -> None:
    names = [["Favourites", "favorites"], ["Friends", "friends"], ["My page", "myPage"]]
    assert [matches("fr", each) for each in names] == [3, 0, None]
    assert [matches("page", each) for each in names] == [None, None, 1]
