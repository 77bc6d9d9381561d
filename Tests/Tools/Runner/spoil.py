"""Shows that the conformance runner notices mistakes: spoils one random line of a client in a copy, and expects a failed case.

    .build/venv/bin/python Tests/Tools/Runner/spoil.py neovim --times 20 --seed 1

A change that remains unnoticed is printed, unless its line is not executed. It is a gap in the cases, unless it means the
same. `--files` chooses the files.
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
import threading
from pathlib import Path

sys.dont_write_bytecode = True

from checks import CONFORMANCE_OPTIONS, CONFORMANCE_PROGRAMS, ROOT

# The files of each client that frame lines, match replies and fold changes, or follow screens.
FILES = {
    "python": ["clients/python/src/svvs/connection.py", "clients/python/src/svvs/replica.py"],
    "javascript": [f"clients/javascript/src/{name}.js" for name in ("connection", "fold", "json")],
    "shell": ["clients/shell/fold.jq", "clients/shell/answers.jq"],
    "emacs": [f"clients/emacs/svvs-{name}.el" for name in ("client", "connection", "screen", "draft")],
    "neovim": [f"clients/neovim/lua/svvs/{name}.lua" for name in ("state", "json", "connection", "screen")],
    "100-lines": ["schemas/client.py"],
    "web": ["clients/web/screen.js"],
    "terminal": ["clients/terminal/src/svvs_terminal/tui/screen.py"],
}
# A statement that fails if it is executed.
ABORT = {"python": "raise SystemExit", "javascript": "throw new Error();", "shell": 'error("") |', "emacs": '(error "")',
         "neovim": "error('')", "100-lines": "raise SystemExit", "web": "throw new Error();",
         "terminal": "raise SystemExit"}
SECONDS = 150  # for all cases
COMMENT = re.compile(r"\s*(#|//|/?\*|--|;|\"|>>>|@|local \w+$|\(require |$)")  # also texts and declarations
TRAILING_COMMENT = re.compile(r"\s(#|//|--|;+) .*")
CHANGES = [(r"===?", "!="), (r"!==?|~=", "=="), (r" < | <= ", " > "), (r" > | >= ", " < "), (r"\bis not\b", "is"),
           (r" and ", " or "), (r" or ", " and "), (r"&&", "||"), (r"\|\|", "&&"), (r"\(and ", "(or "), (r"\(when ", "(unless "),
           (r"\(eql? ", "(not (eq "), (r"\bnot ", ""), (r"\b1\b", "2"), (r"\b0\b", "1"), (r"\+", "-"),
           (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\bTrue\b", "False"), (r"\bFalse\b", "True")]


def spoiled(line: str) -> list[str]:
    """The line with one change outside of texts and comments, in each possible way; and without its code, if it is a
    statement.
    """
    if COMMENT.match(line):
        return []
    code = re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`|\berror\(.*, 0\)", lambda text: "_" * len(text[0]), line)
    code = TRAILING_COMMENT.sub("\n", code)
    found = [line[:at.start()] + new + line[at.end():] for old, new in CHANGES for at in re.finditer(old, code)]
    is_balanced = all(code.count(a) == code.count(b) for a, b in ("()", "[]", "{}"))
    if is_balanced and re.search(r"[);\w]$", code.rstrip()) and not re.match(r"\s*(end|else|import|from|if|for|def|(local )?function)\b", code):
        found.append("\n")
    return found


def is_noticed(program: list[str], copy: Path, path: str = "", text: list[str] = []) -> bool:
    """Whether a case fails in the copy, after a file has this text."""
    if path:
        (copy / path).write_text("".join(text))
    command = [sys.executable, str(copy / "schemas/conform.py"), "--timeout", "30", *program]
    environment = {**os.environ, "PYTHONPATH": str(copy / "clients/python/src"), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(command, cwd=copy, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as runner:
        limit = threading.Timer(SECONDS, runner.kill)  # A client may only have become slow.
        limit.start()
        is_red = any(line.startswith(("not ok", "Bail out!")) for line in runner.stdout)
        limit.cancel()
        runner.kill()  # The program ends at the end of its stdin.
    return is_red


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("client", choices=FILES)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--files", nargs="+", metavar="FILE", help="in place of the files that are listed for the client")
    options = parser.parse_args()
    program = [*CONFORMANCE_OPTIONS[options.client], "--", *CONFORMANCE_PROGRAMS[options.client]]
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory)
        for name in ("clients", "schemas"):
            shutil.copytree(ROOT / name, copy / name, symlinks=True)
        if is_noticed(program, copy):
            sys.exit(f"{options.client}: a case fails already without a change")
        texts = {path: (ROOT / path).read_text().splitlines(keepends=True)
                 for path in options.files or FILES[options.client]}
        lines = [(path, number) for path, text in texts.items() for number, line in enumerate(text) if spoiled(line)]
        red = survived = 0
        for path, number in draw.sample(lines, len(lines)):
            if red + survived == options.times:
                break
            before, line, after = texts[path][:number], texts[path][number], texts[path][number + 1:]
            changed = [*before, draw.choice(spoiled(line)), *after]
            # A statement cannot stand before a further branch: there, it tells whether the branch is taken.
            if re.match(r"\s*(else|elif|elseif|\})", line):
                before, line, after = [*before, line], after[0], after[1:]
            statement = '| error("")' if line.lstrip().startswith("|") else ABORT[options.client]
            abort = f"{re.match(' *', line)[0]}{statement}\n"
            if is_noticed(program, copy, path, changed):
                red += 1
            elif is_noticed(program, copy, path, [*before, abort, line, *after]):
                survived += 1
                print(*difflib.unified_diff(texts[path], changed, path, path, n=1), sep="", flush=True)
            (copy / path).write_text("".join(texts[path]))
    print(f"{red} of {red + survived} red")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
