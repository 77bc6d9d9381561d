"""The way from threads that block into an event loop, and back to their callbacks."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from concurrent import futures
from queue import SimpleQueue
from threading import Event, Lock, Thread, current_thread
from typing import Any, ParamSpec, TypeVar

from .dispatcher import Dispatcher
from .errors import CallTimedOut
from .process import GRACE

P = ParamSpec("P")
Result = TypeVar("Result")


class Portal:
    """A thread that runs an event loop for all others, and one that runs callbacks once there are any."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._lock = Lock()
        self._is_open = True
        self._callbacks: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._callback_thread: Thread | None = None
        self._loop_thread = Thread(name="svvs event loop", target=self._run_loop, daemon=True)
        try:
            self._loop_thread.start()
        except BaseException:
            self._loop.close()
            raise

    def run(self, awaitable: Awaitable[Result]) -> Result:
        """Has the loop await something, and waits for that; it is cancelled if the waiting is interrupted."""
        running: list[asyncio.Task[Any] | None] = []
        ended = Event()

        async def wait() -> Result:
            running.append(asyncio.current_task())
            try:
                return await awaitable
            finally:
                ended.set()

        def cancel() -> None:
            for task in filter(None, running):
                task.cancel()

        try:
            return self.submit(wait()).result()
        except BaseException:
            if not ended.is_set() and self._loop_thread.is_alive():  # an interrupt, at whatever point
                self._loop.call_soon_threadsafe(self._loop.call_soon, cancel)  # a turn after the task has begun
                ended.wait(GRACE)  # so that the server hears of it before anything else
            raise

    def do(self, function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
        """Calls a function in the loop's thread."""

        async def call() -> Result:
            return function(*args, **kwargs)

        return self.run(call())

    def submit(self, coroutine: Coroutine[Any, Any, Result]) -> futures.Future[Result]:
        """Has the loop run a coroutine; the future has what comes of it."""
        with self._lock:
            if self._is_open:
                if not self._loop_thread.is_alive():
                    raise RuntimeError("a server belongs to its program, and not to a fork of that")
                return asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        # The server has ended: nothing takes time any more.
        with futures.ThreadPoolExecutor(1) as executor:
            return executor.submit(asyncio.run, coroutine)

    def start_callbacks(self) -> None:
        """Starts the thread for callbacks, unless it is there."""
        with self._lock:
            if self._callback_thread is None:
                thread = Thread(name="svvs callbacks", target=self._run_callbacks, daemon=True)
                thread.start()
                self._callback_thread = thread

    def call_back(self, callback: Callable[[], object]) -> None:
        """Has the callback run, after those before it, in their thread: so it may itself use the portal."""
        self._callbacks.put(callback)

    def close(self, patience: float) -> None:
        """Ends the threads, once the callbacks have caught up, and what is under way has come to its end."""
        self._callbacks.put(None)
        if self._callback_thread not in (None, current_thread()):
            self._callback_thread.join(patience)
        with self._lock:
            was_open, self._is_open = self._is_open, False
        if was_open:
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._loop_thread.join()

    def _run_loop(self) -> None:
        self._loop.run_forever()
        while tasks := asyncio.all_tasks(self._loop):
            self._loop.run_until_complete(asyncio.wait(tasks))
        self._loop.run_until_complete(asyncio.sleep(0))  # a pipe is closed a turn later
        self._loop.close()

    def _run_callbacks(self) -> None:
        while callback := self._callbacks.get():
            try:
                callback()
            except Exception:
                logging.getLogger("svvs").exception("a subscriber failed")


class Call:
    """A request whose answer may be waited for, by any thread, or which may be cancelled.

    >>> server.open("user", id="A").start("reload")
    <svvs.Call 'reload', under way>
    """

    def __init__(self, portal: Portal, dispatcher: Dispatcher, method: str, params: Mapping[str, Any]) -> None:
        self._portal, self._dispatcher, self._method = portal, dispatcher, method
        self._id, answer = portal.do(dispatcher.start, method, params)
        self._future = portal.submit(asyncio.wait_for(answer, None))

    def result(self, timeout: float | None = None) -> Any:
        """Waits for the answer. Every change of state that the call made is folded in by then.

        A time-out, in seconds, ends only the waiting, not the call.

        >>> counter = server.open("counterA")
        >>> call = counter.start("increment")
        >>> result = call.result(timeout=20)
        >>> counter.state["count"]
        1

        :raises ResponseError: if the server refused the call, or it was cancelled: then it is a `RequestCancelled`.
        :raises CallTimedOut: if the answer did not come in time.
        """
        timeout = self._dispatcher.timeout if timeout is None else timeout
        try:
            return self._future.result(timeout)
        except futures.TimeoutError:
            raise CallTimedOut(f"no answer to {self._method!r} within {timeout} s") from None

    def done(self) -> bool:
        """Whether the answer is there.

        >>> call = server.start("rpc.discover")
        >>> document = call.result()
        >>> call.done()
        True
        """
        return self._future.done()

    def cancel(self) -> None:
        """Asks the server to cancel the call; :meth:`result` has how it ended. A call that is done stays so.

        >>> call = server.open("effects").start("handle", action="buttonTap", seconds=9)
        >>> call.cancel()
        >>> call.result()
        Traceback (most recent call last):
        svvs.errors.RequestCancelled: RequestCancelled: ...
        """
        self._portal.do(self._dispatcher.cancel, self._id)

    def __repr__(self) -> str:
        return f"<svvs.Call {self._method!r}, {'done' if self.done() else 'under way'}>"
