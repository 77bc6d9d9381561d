"""The commands of the README that show the page, as a newcomer runs them after the quickstart and nothing else."""
import os
import re
import shlex
import signal
import subprocess

import pytest

from paths import REPOSITORY
from readiness import readable
from server import DEADLINE


@pytest.fixture
def environment(tmp_path):
    """An environment without other servers, whose browser writes the name of each file that it should show."""
    os.mkfifo(tmp_path / "shown")
    opener = tmp_path / "open"
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" >{shlex.quote(str(tmp_path / "shown"))}\n')
    opener.chmod(0o755)
    (tmp_path / "run").mkdir(mode=0o700)
    hidden = "SVVS", "SSH_CONNECTION"
    return {**{name: value for name, value in os.environ.items() if name not in hidden}, "BROWSER": str(opener),
            "XDG_RUNTIME_DIR": str(tmp_path / "run")}


def test_the_page_opens_and_the_account_of_the_readme_logs_in(environment, tmp_path, visit):
    readme = (REPOSITORY / "README.md").read_text()
    (command, user, password), = re.findall(r"^(\S+ web --open.*?) +# .* log in as (\d+) with `(\w+)`", readme, re.M)
    program, *_ = shlex.split(command)
    shown = os.open(tmp_path / "shown", os.O_RDWR)
    web = subprocess.Popen(shlex.split(command), cwd=REPOSITORY, env=environment, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while shown not in (ready := readable(shown, web.stderr, seconds=DEADLINE)):
            # Somebody else may use the default port.
            assert ready and "so the page is at port" in (line := web.stderr.readline()), line
        visit(f"file://{os.read(shown, 4096).decode()}").log_in(user, password)
    finally:
        web.send_signal(signal.SIGTERM)
        output, errors = web.communicate(timeout=DEADLINE)
        stopped = subprocess.run([program, "stop"], cwd=REPOSITORY, env=environment, capture_output=True, text=True)
        os.close(shown)
    assert (web.returncode, output.count("\n")) == (0, 1), errors
    assert stopped.returncode == 0, stopped.stderr
