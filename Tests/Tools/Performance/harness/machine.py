"""The machine and versions of a measurement: figures of two machines, or of two versions, cannot be compared."""
from __future__ import annotations

import os
import platform
import re
import subprocess
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from .processes import output_of
from .products import REPOSITORY
from .scenario import Bench


def facts(bench: Bench) -> dict[str, Any]:
    """The machine and its load, the versions of the programs, and the extent of the measurement."""
    return {
        "commit": first_line(["git", "-C", str(REPOSITORY), "describe", "--always", "--dirty"]),
        "quick": bench.is_quick,
        "rounds": bench.chosen_rounds or "as each scenario has them",
        "time": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "kernel": f"{platform.system()} {platform.release()}",
        "load": os.getloadavg()[0],
        "versions": versions(bench.svvs),
    }


def counting_facts() -> dict[str, str]:
    """The facts, apart from the code, that the number of instructions depends on."""
    version = re.search(r"\d[\d.]*", first_line(["swift", "--version"]))
    return {
        "architecture": platform.machine(),
        "swift": version.group() if version else "",
        "libc": " ".join(platform.libc_ver()),
        "jansson": first_line(["pkg-config", "--modversion", "jansson"]),
    }


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def versions(svvs: Path) -> dict[str, str]:
    commands = {
        "svvs": [str(svvs), "--version"],
        "swift": ["swift", "--version"],
        "C compiler": [os.environ.get("CC", "cc"), "--version"],
        "jansson": ["pkg-config", "--modversion", "jansson"],
        "nvim": ["nvim", "--version"],
        "node": ["node", "--version"],
        "clangd": ["clangd", "--version"],
    }
    found = {name: first_line(command) for name, command in commands.items()}
    return {"python": platform.python_version(), **{name: line for name, line in found.items() if line}}


def first_line(command: list[str]) -> str:
    """The first line that a command prints, or nothing if there is no such command or it fails."""
    try:
        output = output_of(*command, is_quiet=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return output.decode(errors="replace").strip().split("\n")[0]
