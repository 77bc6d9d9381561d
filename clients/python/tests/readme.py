"""Extracts the examples of a README, and runs its commands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from support import real_server, source_environment


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def shell(script: str, folder: Path, **more: str) -> str:
    environment = {**source_environment(real_server()), **more}
    environment["PATH"] = f"{folder}/bin:{Path(sys.executable).parent}:{environment['PATH']}"
    command = ["sh", "-eu", "-c", script]
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=290, env=environment)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout
