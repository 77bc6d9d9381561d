"""What is closed at the end of a `with` block: views and sessions, of both faces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TypeVar

from .errors import Error

Self = TypeVar("Self")


class Closing(ABC):
    """Something to close."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, exception_type: type[BaseException] | None, *exception: object) -> None:
        try:
            self.close()
        except Error:
            if exception_type is None:  # else what the body raised matters more
                raise


class AsyncClosing(ABC):
    """Something to close, for asyncio."""

    @abstractmethod
    async def close(self) -> None: ...

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(self, exception_type: type[BaseException] | None, *exception: object) -> None:
        try:
            await self.close()
        except Error:
            if exception_type is None:  # else what the body raised matters more
                raise
