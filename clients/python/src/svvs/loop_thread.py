"""The thread of the event loop that the blocking interface uses."""

import asyncio
import inspect
import logging
from collections.abc import Callable
from concurrent import futures
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread, current_thread
from typing import Any, ParamSpec

from .client import Client
from .errors import Error
from .process import GRACE

__tracebackhide__ = True  # so that pytest shows the line of the test
P = ParamSpec("P")


class LoopThread:
    """A thread that runs the event loop of a client, and a thread that runs callbacks.

    They end with :meth:`close`, or after the process of the client if nothing refers to the client any more.
    """

    def __init__(self, client: Client) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock = Lock()
        self._is_open = True
        #: The queue of callbacks. They run one after the other in a separate thread, so that they may block.
        self.callbacks: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._callback_thread = Thread(name="svvs callbacks", target=self._run_callbacks, daemon=True)
        self._thread = Thread(name="svvs event loop", target=self._run_loop, daemon=True)
        try:
            self._callback_thread.start()
            self._thread.start()
        except BaseException:
            self.callbacks.put(None)
            self._loop.close()
            raise
        client.process.released = self._stop

    def run(self, function: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Any:
        """Calls a function in the event loop, and blocks until its end. An interrupt such as Ctrl-C cancels it."""
        future: futures.Future[Any] = futures.Future()
        task: asyncio.Task[None] | None = None

        def begin() -> None:
            nonlocal task
            task = self._loop.create_task(call())

        async def call() -> None:
            if future.set_running_or_notify_cancel():  # false after an interrupt that came before
                try:
                    result: Any = function(*args, **kwargs)
                    future.set_result(await result if inspect.iscoroutinefunction(function) else result)
                except BaseException as error:
                    future.set_exception(error)

        try:
            with self._lock:
                if is_open := self._is_open:
                    if not self._thread.is_alive():
                        raise RuntimeError("the server belongs to the parent process: a forked process cannot use it")
                    self._loop.call_soon_threadsafe(begin)
            if not is_open:
                self._thread.join()
                with suppress(StopIteration):  # the server has ended, so the call returns or raises an error at once
                    call().send(None)
            return future.result()
        except Error as error:
            raise error.with_traceback(None)  # so that the traceback of a script shows the script
        except BaseException:  # an interrupt, or another error of the function
            if not future.cancel() and task:
                with suppress(RuntimeError):  # the loop has ended
                    self._loop.call_soon_threadsafe(task.cancel)
                futures.wait([future], GRACE)  # so that the server receives the cancellation before any other message
            raise

    def close(self, timeout: float) -> None:
        """Ends the threads, after the tasks of the loop and, for at most `timeout` seconds, the queued callbacks."""
        self.callbacks.put(None)
        if self._callback_thread is not current_thread():
            self._callback_thread.join(timeout)
        with self._lock:
            if self._is_open:
                self._loop.call_soon_threadsafe(self._loop.stop)
            self._is_open = False
        self._thread.join()

    def _stop(self) -> None:
        self.callbacks.put(None)
        self._loop.stop()

    def _run_loop(self) -> None:
        self._loop.run_forever()
        while tasks := asyncio.all_tasks(self._loop):
            self._loop.run_until_complete(asyncio.wait(tasks))
        self._loop.run_until_complete(asyncio.sleep(0))  # a pipe is closed one iteration later
        self._loop.close()

    def _run_callbacks(self) -> None:
        while callback := self.callbacks.get():
            try:
                callback()
            except Exception:
                logging.getLogger("svvs").exception("an exception in a callback")
            del callback  # it may refer to the client
