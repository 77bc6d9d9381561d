"""Shows that the conformance runner notices mistakes: spoils one random line of a client in a copy, and expects a failed case.

    .build/venv/bin/python Tests/Runner/spoil.py neovim --times 20 --seed 1

A change that remains unnoticed is printed. It is a gap in the cases, unless the change means the same or its line is not
executed: then draw again with another seed, or choose the files with `--files`.
"""
from __future__ import annotations

import argparse
import difflib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

from checks import CONFORMANCE_PROGRAMS, ROOT

# The files of each client that frame lines, match replies and fold changes.
FILES = {
    "python": ["clients/python/src/svvs/connection.py", "clients/python/src/svvs/replica.py"],
    "javascript": [f"clients/javascript/src/{name}.js" for name in ("connection", "fold", "json")],
    "shell": ["clients/shell/fold.jq"],
    "emacs": [f"clients/emacs/svvs-{name}.el" for name in ("state", "json", "lines", "connection")],
    "neovim": [f"clients/neovim/lua/svvs/{name}.lua" for name in ("state", "json", "connection")],
    "100-lines": ["schemas/client.py"],
}
COMMENT = re.compile(r"\s*(#|//|/?\*|--|;|\"\"\"|$)")
CHANGES = [(r"===?", "!="), (r"!==?|~=", "=="), (r" < | <= ", " > "), (r" > | >= ", " < "), (r"\bis not\b", "is"),
           (r" and ", " or "), (r" or ", " and "), (r"&&", "||"), (r"\|\|", "&&"), (r"\(and ", "(or "), (r"\(when ", "(unless "),
           (r"\(eql? ", "(not (eq "), (r"\bnot ", ""), (r"\b1\b", "2"), (r"\b0\b", "1"), (r"\+", "-"),
           (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bTrue\b", "False"), (r"\bFalse\b", "True")]


def spoiled(line: str) -> list[str]:
    """The line with one change, in each possible way; without its text, if it is a statement of its own."""
    if COMMENT.match(line):
        return []
    found = [line[:at.start()] + new + line[at.end():] for old, new in CHANGES for at in re.finditer(old, line)]
    is_balanced = all(line.count(a) == line.count(b) for a, b in ("()", "[]", "{}"))
    if is_balanced and re.search(r"(\)|;|\w)\s*$", line) and not re.match(r"\s*(end|else|return|import|from|if|for|def)\b", line):
        found.append(re.match(r"\s*", line)[0] + ("pass" if "python" in sys.argv or "100-lines" in sys.argv else "") + "\n")
    return found


def is_noticed(program: list[str], copy: Path) -> bool:
    command = [sys.executable, str(copy / "schemas/conform.py"), "--timeout", "5", "--", *program]
    environment = {**os.environ, "PYTHONPATH": str(copy / "clients/python/src"), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(command, cwd=copy, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as runner:
        for line in runner.stdout:
            if line.startswith(("not ok", "Bail out!")):
                runner.kill()  # The program ends at the end of its stdin.
                return True
    return runner.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("client", choices=FILES)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--files", nargs="+", metavar="FILE", help="in place of the files that fold and read")
    options = parser.parse_args()
    program, draw = CONFORMANCE_PROGRAMS[options.client], random.Random(options.seed)
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory)
        for name in ("clients", "schemas", "Tests/Shell"):
            shutil.copytree(ROOT / name, copy / name, symlinks=True)
        if is_noticed(program, copy):
            sys.exit(f"{options.client}: a case fails already without a change")
        lines = [(path, number, line) for path in options.files or FILES[options.client]
                 for number, line in enumerate((ROOT / path).read_text().splitlines(keepends=True)) if spoiled(line)]
        survived = 0
        for path, number, line in draw.sample(lines, min(options.times, len(lines))):
            text = (ROOT / path).read_text().splitlines(keepends=True)
            changed = [*text[:number], draw.choice(spoiled(line)), *text[number + 1:]]
            (copy / path).write_text("".join(changed))
            if not is_noticed(program, copy):
                survived += 1
                print(*difflib.unified_diff(text, changed, path, path, n=1), sep="", flush=True)
            (copy / path).write_text("".join(text))
        total = min(options.times, len(lines))
        print(f"{total - survived} of {total} red")
        return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
