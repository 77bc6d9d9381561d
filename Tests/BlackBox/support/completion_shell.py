"""An interactive shell in a terminal with the completion script of a program."""
from __future__ import annotations

import os
import pty
import shlex
import signal
import time

from readiness import readable
from streams import DEADLINE, Silence

# What the shell says when a line may be typed, and what the program says in place of what it does.
PROMPT, CALLED = "ready to type: ", "called"
# For each shell: the file that it reads when it starts; what that says; and the words that start it.
SHELLS = {
    "bash": ("rc", "PS1={prompt}; source <({program} --generate-completion-script bash)",
             ["--noprofile", "--rcfile", "{folder}/rc", "-i"]),
    "zsh": (".zshrc", "PS1={prompt}; autoload -Uz compinit && compinit -D -u; "
                      "source <({program} --generate-completion-script zsh)", ["-d", "-i"]),
    "fish": ("rc", "function fish_prompt; printf '%s' {prompt}; end; "
                   "{program} --generate-completion-script fish | source",
             ["--no-config", "-i", "-C", "source {folder}/rc"]),
}
# Has the name of the program: what completes is asked of the program, all else is written down.
RECORDER = """#!/bin/sh
[ "$1" != ---completion ] || exec {program} "$@"
printf '%s\\n' "$@" >{folder}/words
echo {called}
"""


class Shell:
    def __init__(self, shell, program, folder, environment):
        file, text, words = SHELLS[shell]
        quoted = {name: shlex.quote(str(value)) for name, value in {
            "program": program, "folder": folder, "prompt": PROMPT, "called": CALLED}.items()}
        (folder / file).write_text(text.format(**quoted) + "\n")
        self.recorder = folder / os.path.basename(program)
        self.recorder.write_text(RECORDER.format(**quoted))
        self.recorder.chmod(0o755)
        self.words = folder / "words"
        self.screen = ""
        environment = {**os.environ, **environment, "PATH": f"{folder}:{os.environ['PATH']}", "TERM": "dumb",
                       "HOME": str(folder), "ZDOTDIR": str(folder)}
        # As the terminal's own: fish wants to be that.
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(folder)
                os.execvpe(shell, [shell, *(word.format(folder=folder) for word in words)], environment)
            finally:
                os._exit(127)
        self._await(PROMPT)

    def complete(self, line):
        """The words that the program is called with when behind the line TAB is typed, and RET."""
        self.screen = ""
        os.write(self.terminal, f"{self.recorder.name} {line}\t\r".encode())
        self._await(f"\n{CALLED}")
        self.screen = self.screen.rpartition(CALLED)[2]
        self._await(PROMPT)
        return self.words.read_text().splitlines()

    def close(self):
        os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)

    def _await(self, text):
        end = time.monotonic() + DEADLINE
        while text not in self.screen:
            if not readable(self.terminal, seconds=end - time.monotonic()):
                raise Silence(f"expected {text!r}; the screen: {self.screen!r}")
            self.screen += os.read(self.terminal, 1 << 16).decode(errors="replace")
