"""The example programs work together."""

from __future__ import annotations

import subprocess
import sys

from support import TESTS, sharable_server, source_environment


def started(name: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", str(TESTS.parent / "examples" / name), *words]
    environment = source_environment(sharable_server())
    return subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=environment)


def test_two_programs_on_one_session(place: str) -> None:
    with started("editor.py", place) as editor:
        try:
            assert editor.stdout and editor.stdout.readline() == "waiting for the watcher\n"
            with started("watcher.py", place) as watcher:
                seen, _ = watcher.communicate(timeout=40)
            done, _ = editor.communicate(timeout=40)
        finally:
            editor.kill()
    assert done.startswith("commit ") and done.endswith(": loggedIn\n")
    assert seen == "joined\n" + done, "the same commit"
    assert (editor.returncode, watcher.returncode) == (0, 0)
