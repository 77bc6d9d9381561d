"""The keys of titles, and the match of typed letters with them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from svvs_terminal.tui.keys import RESERVED, keys, matches


@given(st.lists(st.text(max_size=8), max_size=60))
def test_keys_are_unique(titles: list[str]) -> None:
    found = [key for key in keys(titles, RESERVED) if key]
    assert len(set(found)) == len(found) and not set(found) & set(RESERVED)


def test_a_prefix_is_the_best_match() -> None:
    names = [["Favourites", "favorites"], ["Friends", "friends"], ["My page", "myPage"]]
    assert [matches("fr", each) for each in names] == [3, 0, None]
    assert [matches("page", each) for each in names] == [None, None, 1]
