"""Runs the callbacks of the blocking face."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread, current_thread

from .errors import Error
from .events import Change

Callback = Callable[[Change], object]
_Task = Callable[[], object]

_logger = logging.getLogger("svvs")


class Subscriptions:
    """Calls callbacks one after the other in a thread of their own, so that a callback may itself call the server."""

    def __init__(self) -> None:
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._thread = Thread(name="svvs subscriptions", target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def listener(self, callback: Callback, stopped: Event) -> Callable[[Change | Error], None]:
        """A listener that has `callback` called with each change, until `stopped` is set."""

        def listen(heard: Change | Error) -> None:
            if isinstance(heard, Change):
                self._tasks.put(lambda: stopped.is_set() or callback(heard))

        return listen

    def run(self, task: _Task) -> None:
        """Has the task run as a callback is."""
        self._tasks.put(task)

    def flush(self) -> None:
        """Returns when the callbacks have caught up with what has already happened."""
        reached = Event()
        self._tasks.put(reached.set)
        reached.wait()

    def close(self, patience: float) -> None:
        """Lets the callbacks catch up with what has already happened."""
        self._tasks.put(None)
        if self._thread is not current_thread():
            self._thread.join(patience)

    def _run(self) -> None:
        while task := self._tasks.get():
            try:
                task()
            except Exception:
                _logger.exception("a subscriber failed")
