"""The package that `svvs new` writes builds, passes its tests and runs, by the commands of its README."""
import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]
# Kept from one run to the next: the first build compiles all dependencies, with swift-syntax for the macros.
SCRATCH = REPOSITORY / ".build/new-app"


def shell(command, directory):
    return subprocess.run(
        ["sh", "-euc", command], cwd=directory, capture_output=True, text=True, timeout=1200,
        env={**os.environ, "SWIFTPM_BUILD_DIR": str(SCRATCH)})


@pytest.fixture
def shop(tmp_path):
    """A new package with the dependencies that the repository has fetched, in the same versions."""
    program, *_ = shlex.split(os.environ["SVVS"])
    subprocess.run([program, "new", "Shop", "--svvs", str(REPOSITORY)], check=True, cwd=tmp_path, timeout=60)
    if not SCRATCH.exists():
        SCRATCH.mkdir(parents=True)
        for name in "checkouts", "repositories":
            shutil.copytree(REPOSITORY / ".build" / name, SCRATCH / name, symlinks=True)
        shutil.copy(REPOSITORY / ".build/workspace-state.json", SCRATCH)
    shutil.copy(REPOSITORY / "Package.resolved", tmp_path / "Shop")
    return tmp_path / "Shop"


def test_the_commands_of_its_readme_test_and_run_the_app(shop):
    block, = re.findall(r"^```sh\n(.*?)^```$", (shop / "README.md").read_text(), re.M | re.S)
    test, start = block.splitlines()
    tested = shell(test, shop)
    assert tested.returncode == 0 and "Test run with 1 test in 0 suites passed" in tested.stdout, tested.stdout
    started = shell(start, shop)
    assert started.returncode == 0, started.stderr
    state = {"items": [], "draft": "", "draftError": None, "canAdd": False}
    assert json.loads(started.stdout)["result"]["state"] == state
    # The command of an app does not write packages.
    program = str(SCRATCH / "debug/Shop")
    assert subprocess.run([program, "new", "Other"], capture_output=True, cwd=shop).returncode == 64
    assert not (shop / "Other").exists()
