"""Checks the result of each call against the expectation of a client that knows whether the call is valid."""
from __future__ import annotations

from promises import Promises


class CallExpectations(Promises):
    """Compares the outcome of each call with the expected one."""

    def __init__(self, **options):
        super().__init__(**options)
        self.expected = {}

    def expect(self, expected):
        """Registers expectations for the calls in the line that was sent last."""
        self.expected |= {(self.exchanges.count, key): call for key, call in expected.items()}

    def answered(self, one, reply):
        call = one.method and self.expected.pop((one.number, one.key), None)
        if not call:
            return
        error = reply.get("error", {}).get("data", {})
        if call.kind is None:
            allowed = {None, "RequestCancelled"} | ({"ContentModified"} if "ifCommit" in one.inside else set())
            assert error.get("kind") in allowed, f"{one.line} was refused: {reply}"
        else:
            assert error.get("kind") == call.kind, f"expected {call.kind} of {one.line}, not {reply}"
        if call.fault is not None:
            path, fault = error["path"] + "/", call.fault + "/"
            assert path.startswith(fault) or fault.startswith(path), f"{one.line}: not {path}, but {fault}"
