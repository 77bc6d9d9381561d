"""The script that shows what the article promises."""
import subprocess

from server import REPOSITORY


def test_every_message_shows_in_four_front_ends_and_outlives_the_server():
    run = subprocess.run([REPOSITORY / "clients/shell/many-machines"], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    for message, count in (("太郎: Good morning", 8), ("花子: Are you there?", 4)):
        assert run.stdout.count(message) == count
    assert '"draft":"Are you there?"' in run.stdout
