"""Runs of the command that end by themselves, and the messages of failed ones."""
from __future__ import annotations

import subprocess

from server import DEADLINE, PROGRAM, without_notices


def run(*arguments, command=(PROGRAM,), **streams):
    """Runs the command to its end and captures both outputs, except for one that is redirected."""
    options = {"input": b"", "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": DEADLINE, **streams}
    result = subprocess.run([*command, *arguments], **options)
    result.stderr = result.stderr and without_notices(result.stderr)
    return result


def refusal(result):
    """The one line of a run that has failed and has written nothing else."""
    text = result.stderr.decode()
    assert result.returncode > 0, text
    assert not result.stdout
    assert text.endswith("\n") and text.count("\n") == 1, text
    assert not any(trace in text for trace in ("Fatal error", "Stack dump", " at /", ".swift:", "Crash"))
    return text
