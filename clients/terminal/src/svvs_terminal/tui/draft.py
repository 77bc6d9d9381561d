"""What becomes of a text that the user types: the section Texts of SCREENS.md."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from .screen import Field


class Ending(Enum):
    """How the sending of a text has ended."""

    SET = "set"
    CALLED = "called"
    REFUSED = "refused"
    LOST = "lost"


class Draft:
    """The text of one part. It outlives the field that shows it, the view and the server.

    The methods that return a text return the one to send now, if any.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        #: The text of the value in the state.
        self._served = ""
        #: The last text of the user that the server has accepted.
        self._own = ""
        #: Whether the state is that of a view that has ended. What the user types now is typed, even if the state
        #: has it.
        self._is_over = False
        #: What the user has typed and not sent.
        self.typed: str | None = None
        #: The texts that are on their way, the oldest first.
        self.sent: list[str] = []
        #: Whether the oldest of them is a filter that was sent without Enter.
        self._is_filtering = False
        #: How many of the texts on their way were sent to a view that has ended; they are the first.
        self._orphaned = 0
        #: The messages beside the field.
        self.kept: list[str] = []
        #: The typed or kept messages that may have arrived.
        self.doubtful: list[str] = []
        #: Those of the texts on their way that may have arrived when they were sent before.
        self._sent_again: list[str] = []

    @property
    def shown(self) -> str:
        """The text in the field."""
        return self._untyped if self.typed is None else self.typed

    @property
    def _untyped(self) -> str:
        if not self.sent:
            return self._served
        return "" if self.is_message else self.sent[-1]

    @property
    def is_message(self) -> bool:
        """Whether each text is a message of its own, instead of the next version of one value."""
        return bool(self.field.submits) and not self.field.filters and not self.field.is_secret

    @property
    def is_ready(self) -> bool:
        """Whether Enter sends the text. A key that is pressed twice does not send it twice."""
        return self.typed is not None or bool(self.field.submits) and len(self.sent) == self._is_filtering

    @property
    def unsent(self) -> list[str]:
        """The texts of the user that are neither in the state nor on their way."""
        return [*([self.typed] if self.typed else []), *self.kept]

    def edit(self, text: str | None) -> str | None:
        """The user has changed the text of the field, or has discarded it."""
        self.doubtful = [each for each in self.doubtful if each in self.kept]
        self._type(text)
        return self._due()

    def serve(self, text: str) -> None:
        """The state has changed."""
        if not self._is_over:
            self._served = text
            self._type(self.typed)

    def enter(self) -> str | None:
        """The user sends the text."""
        if not self.is_ready:
            return None
        self.sent.append(self.shown)
        self._sent_again += [self.shown] if self.shown in self.doubtful else []
        self.edit(None)
        return self.sent[-1]

    def end(self, text: str, ending: Ending) -> str | None:
        """The sending of a text has ended: the property is set, or the call of its action has ended, or neither.

        It is lost if the connection has ended during the call, or the call was cancelled.
        """
        if text not in self.sent:  # a secret that was forgotten
            return None
        at = self.sent.index(text)
        del self.sent[at]
        self._is_filtering = self._is_filtering and at > 0
        is_last = self.is_message or at == len(self.sent)
        is_orphaned = at < self._orphaned
        self._orphaned -= is_orphaned
        is_kept = is_orphaned or ending is Ending.LOST
        may_have_arrived = ending is Ending.LOST and self.is_message and text != ""
        if text in self._sent_again:
            self._sent_again.remove(text)
            may_have_arrived |= ending is Ending.REFUSED
        self.doubtful += [text] if may_have_arrived else []
        if ending is Ending.LOST:
            ending = Ending.REFUSED
        if self.field.is_secret and ending is not Ending.REFUSED:  # the state does not contain it
            self._served = text if ending is Ending.SET else ""
        is_left = ending is Ending.CALLED and text == self._served and not self._is_over  # by the app
        if is_last and (ending is Ending.REFUSED or is_left):
            self._give_back(text, is_kept)
        self._type(self.typed)
        if ending is Ending.REFUSED:
            return None
        self._own = self._served
        return self._due()

    def recall(self) -> None:
        """Exchanges the text of the field with the first one that is kept."""
        if self.kept:
            is_own = self.typed is not None or self.shown == self._own
            if is_own and self.shown:
                self.kept.append(self.shown)
            self._type(self.kept.pop(0))

    def close(self) -> None:
        """The view is closed. A message that only its state has is typed again, and a secret is forgotten."""
        self._stop(self.is_message)
        if self.field.is_secret:
            self.typed, self.sent = None, []

    def lose(self) -> None:
        """The server has ended. What it had of the user, except for a secret, is typed again."""
        self._stop(not self.field.is_secret)

    def _stop(self, is_given_back: bool) -> None:
        own = self._own if is_given_back and self._own == self._served and not self.sent else ""
        self._is_over = True
        self._orphaned = len(self.sent)
        if self.field.is_secret or self.is_message and self.sent:
            self._served = ""  # the field stays empty until a new view is open
        if self.typed is None:
            self.typed = own or None

    def begin(self, field: Field, text: str) -> str | None:
        """A new view is open, perhaps of another server or another version of the app, with this text in its state."""
        self.field = field
        self._is_over = False
        self.serve(text)
        return self._due()

    def _type(self, text: str | None) -> None:
        if text == self._untyped and not self._is_over:
            self._own, text = text, None
        self.typed = text

    def _give_back(self, text: str, is_kept: bool) -> None:
        """Gives a text back to the user.

        A message that is kept stays beside the field: the next letters, or Enter, are meant for another message.
        """
        is_beside = is_kept and self.is_message and text != self.shown
        if self.typed is None and not is_beside:
            self._type(text)
        elif self.is_message and text not in ("", self.typed):
            self.kept.append(text)

    def _due(self) -> str | None:
        """A filter is sent while the user types it, one text at a time."""
        if not self.field.filters or self.typed is None or self.sent or self._is_over:
            return None
        self._is_filtering = True
        return self.enter()


def unsent(drafts: Iterable[Draft]) -> list[tuple[str, list[str]]]:
    """The titles of fields, and their texts that were not sent. Secret ones are not shown."""
    texts = [(each.field, each.unsent) for each in drafts if each.unsent]
    return [(field.title, ["•••"] if field.is_secret else found) for field, found in texts]
