"""The books against which the tables are checked accept no other tables than those that the outcomes allow."""
import pytest

from books import Book
from rooms import Outcome
from tallies import tally

MADE, REFUSED, UNKNOWN, LOST = Outcome.MADE, Outcome.REFUSED, Outcome.UNKNOWN, Outcome.LOST


def book_of(outcomes, deletion=None):
    """A book of one text."""
    book = Book("Text")
    for outcome in outcomes:
        book.add({text := book.text(again=True)}, lambda: outcome)
    if deletion:
        book.delete({text}, lambda: deletion)
    return book, text


@pytest.mark.parametrize("outcomes, deletion, allowed", [
    ([MADE], None, {1}), ([REFUSED], None, {0}), ([UNKNOWN], None, {0, 1}), ([LOST], None, {0, 1}),
    ([LOST, MADE], None, {1, 2}), ([LOST, REFUSED], None, {0, 1}), ([LOST, UNKNOWN], None, {0, 1, 2}),
    ([LOST, LOST, MADE], None, {1, 2, 3}),
    ([MADE], MADE, {0}), ([MADE], REFUSED, {1}), ([MADE], UNKNOWN, {0, 1}), ([MADE], LOST, {0, 1}),
])
def test_a_text_may_be_there_as_often_as_its_outcomes_allow(outcomes, deletion, allowed):
    for count in range(5):
        book, text = book_of(outcomes, deletion)
        if count in allowed:
            book.check([text] * count)
        else:
            with pytest.raises(AssertionError, match="missing|too often"):
                book.check([text] * count)


def test_a_text_that_was_never_written_is_rejected():
    book, text = book_of([MADE])
    with pytest.raises(AssertionError, match="never written"):
        book.check([text, "Text, 99"])
    book.check([text, "Other text, 99"])


@pytest.mark.parametrize("outcomes, count, columns", [
    ([MADE], 0, {"made", "missing"}), ([MADE], 2, {"made", "too often"}), ([REFUSED], 0, {"refused"}),
    ([REFUSED], 1, {"refused", "refused but present"}), ([UNKNOWN], 1, {"unknown", "unknown, present"}),
    ([LOST], 1, {"lost", "lost, present"}), ([LOST, MADE], 1, {"lost", "made", "again: lost"}),
    ([LOST, MADE], 2, {"lost", "made", "again: lost", "lost, present", "lost, twice"}),
])
def test_a_tally_counts_a_text_by_its_outcome_and_its_presence(outcomes, count, columns):
    book, text = book_of(outcomes)
    assert {column: number for column, number in tally(book, [text] * count).items() if number} \
        == dict.fromkeys(columns, 1)
