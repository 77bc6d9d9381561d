"""An interactive shell in a terminal with the completion script of a program."""
from __future__ import annotations

import os
import pty
import shlex
import signal
import time

from readiness import readable
from streams import DEADLINE, Silence

# The prompt of the shell, and the output of the program in place of its own.
PROMPT, CALLED = "ready to type: ", "called"
# For each shell: its startup file, the text of the file, and the arguments of the shell.
SHELLS = {
    "bash": ("rc", "PS1={prompt}; source <({program} --generate-completion-script bash)",
             ["--noprofile", "--rcfile", "{folder}/rc", "-i"]),
    "zsh": (".zshrc", "PS1={prompt}; autoload -Uz compinit && compinit -D -u; "
                      "source <({program} --generate-completion-script zsh)", ["-d", "-i"]),
    "fish": ("rc", "function fish_prompt; printf '%s' {prompt}; end; "
                   "{program} --generate-completion-script fish | source",
             ["--no-config", "-i", "-C", "source {folder}/rc"]),
}
# Has the name of the program. Passes calls for completions on to the program, and records the arguments of all others.
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
        # The shell is the leader of the terminal's session, which fish requires.
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(folder)
                os.execvpe(shell, [shell, *(word.format(folder=folder) for word in words)], environment)
            finally:
                os._exit(127)
        self._await(PROMPT)

    def complete(self, line):
        """The arguments that the program is called with after the line, TAB and RET are typed."""
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
