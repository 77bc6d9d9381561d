"""The examples of the README print what their comments say."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from support import TESTS, real_server

EXAMPLES = re.findall(r"```python\n(.*?)```", (TESTS.parent / "README.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=["threads", "asyncio"])
def test_example(example: str) -> None:
    expected = [word for comment in re.findall(r"print\(.*\)  # (.*)", example) for word in comment.split(" and then ")]
    environment = {**os.environ, "SVVS": real_server(), "PYTHONUTF8": "1", "PYTHONPATH": str(TESTS.parent / "src")}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=40,
        env=environment,
    )
    assert (run.stdout.splitlines(), run.stderr, run.returncode) == (expected, "", 0)
