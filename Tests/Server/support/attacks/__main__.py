"""The program that `Tests/Server/attack` runs: measures what attacks cost, and prints a table."""
from __future__ import annotations

import argparse
import sys

from socket_server import Folder, Listening

from . import ATTACKS
from .figures import measure

# The timeout in seconds for the server to read or to send anything.
TIMEOUT = 300


def main():
    listing = "\n".join(f"  {one.name:21} {one.about}" for one in ATTACKS.values())
    parser = argparse.ArgumentParser(
        prog="attack", description="Measures what one connection can cost the others.",
        epilog=f"attacks:\n{listing}", formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--load", type=float, default=1, help="the size of each attack: 1 (default), or a part of it")
    parser.add_argument("name", metavar="ATTACK", nargs="*", help="which ones (all)")
    options = parser.parse_args()
    if unknown := [name for name in options.name if name not in ATTACKS]:
        parser.error(f"no such attack: {', '.join(unknown)}")
    print(f"{'attack':21} {'wait':>8} {'preparing':>9} {'elapsed':>8} {'memory':>10} {'took':>8}", flush=True)
    failed = [name for name in options.name or ATTACKS if not run(ATTACKS[name], options.load)]
    sys.exit(1 if failed else 0)


def run(attack, load):
    """Prints the figures of an attack; returns whether the server has survived it."""
    folder = Folder()
    server = Listening(folder.path / "server.sock", environment=folder.environment)
    try:
        found = measure(attack, server, load, TIMEOUT)
        print(f"{attack.name:21} {found.wait:6.2f} s {found.preparing:7.2f} s {found.elapsed:6.2f} s "
              f"{found.memory / 1024:7.1f} MB {found.seconds:6.1f} s  {'cut off' if found.is_cut_off else ''}",
              flush=True)
        return True
    except Exception as error:
        log = server.errors.strip().splitlines() or [""]
        print(f"{attack.name:21} {type(error).__name__}: {error} {log[0][:100]}", flush=True)
        return False
    finally:
        server.reap()
        folder.remove()


if __name__ == "__main__":
    main()
