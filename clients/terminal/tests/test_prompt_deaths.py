"""`python -m svvs repl` in a terminal, when the server dies."""

from __future__ import annotations

import os
from pathlib import Path

from support import fake_executable
from typing_person import terminal


def test_a_server_that_dies_at_the_prompt_is_told_at_once_and_the_prompt_goes_on(tmp_path: Path) -> None:
    go = tmp_path / "go"
    os.mkfifo(go)
    script = f"reply(receive()); opened(n=0); open({str(go)!r}).read(); sys.exit('a reason')"
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("svvs> ")
        person.types("open t a=1\n")
        person.sees("t> ")
        person.types("half a li")
        person.sees("half a li")
        go.write_text("")
        person.sees("svvs: the server has ended with status 1")
        person.sees("a reason")
        person.sees("t> half a li")
        person.types("ne\n")
        person.sees("svvs: no such command")
        person.types("t.act\n")
        person.sees("svvs: the server has ended; `reopen` starts another")
        person.types("t\n")
        person.sees("  n  0\n")
        person.types("reo\t\n")
        person.sees("open again: t\n")
        person.sees("t> ")
        go.write_text("")
        person.sees("a reason")
        person.types("\x04")
        assert process.wait(20) == 4


def test_what_could_not_be_opened_again_can_be_later(tmp_path: Path) -> None:
    server = Path(fake_executable(tmp_path, "reply(receive()); opened(n=0); receive('act'); sys.exit('a reason')"))
    with terminal(str(server)) as (person, process):
        person.sees("svvs> ")
        person.types("open t\n.act\n")
        person.sees("a reason")
        server.rename(tmp_path / "elsewhere")
        person.types("reopen\n")
        person.sees("svvs: cannot start ")
        person.types(".act\n")
        person.sees("svvs: the server has ended; `reopen` starts another")
        (tmp_path / "script").write_text("refuse(receive(), -32603, 'InternalError')\nend_of_input()")
        (tmp_path / "elsewhere").rename(server)
        person.types("reopen\n")
        person.sees("svvs: InternalError")
        person.types(".act\n")
        person.sees("svvs: t has ended with its server; `reopen` opens it again")
        person.types("close t\n")
        person.sees("svvs> ")
        person.types("\x04")
        assert process.wait(20) == 0
