"""Runs of the command that end by themselves, and the messages of failed ones."""
from __future__ import annotations

import subprocess

from server import DEADLINE, PROGRAM


def run(*arguments, **streams):
    """Runs the command to its end and captures both outputs, except for one that is redirected."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.run([PROGRAM, *arguments], input=b"", timeout=DEADLINE, **{**pipes, **streams})


def refusal(result):
    """The one line of a run that has failed and has written nothing else."""
    text = result.stderr.decode()
    assert result.returncode > 0, text
    assert not result.stdout
    assert text.endswith("\n") and text.count("\n") == 1, text
    assert not any(trace in text for trace in ("Fatal error", "Stack dump", " at /", ".swift:", "Crash"))
    return text
