"""Unusual servers and clients: large states, the end of either side, and random conversations."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent import Agent, demo
from support import asynchronous, fake
from svvs_mcp.app import Refused
from svvs_mcp.main import created

ROUNDS, SEED = int(os.environ.get("SVVS_ROUNDS", "40")), int(os.environ.get("SVVS_SEED", "1"))

LARGE = """
    described(view_type("big", part("rows", "rows", key="id", columns=[part("id", "integer"), part("name")]),
                        part("text", format="longText"), *(part(f"t{n}") for n in range(60)),
                        part("question", "record", role="question",
                             answer="reply")))
    opened(rows=[{"id": n, "name": "x" * 90} for n in range(50_000)], text="line\\n" * 1_000_000,
           **{f"t{n}": "y" * 90_000 for n in range(60)},
           question={"id": "q", "title": "Overwrite?", "message": "m" * 17_000,
                     "choices": [{"value": "keep", "title": "Keep"}]})
    changed(1, 2, rows=[{"id": n, "name": "z" * 90} for n in range(50_000)])
    end_of_input()
"""


def test_ten_megabytes_of_state_are_cut_and_read_in_parts(start: Callable[..., Agent]) -> None:
    agent = start(fake(LARGE))
    shown = agent("open", view="big").data
    assert len(shown) < 25_000
    assert "… rows 0 to 20 of 50000: ask for more by part and from" in shown
    assert "… characters 0 to 1000 of 5000000" in shown and "t59: not shown, because all is too long" in shown
    assert "… characters 0 to 1000 of 17000" in shown and '\n  "keep" = Keep' in shown  # it can be answered
    assert not agent("wait", view="big", seconds=20).is_error
    rows = agent("open", view="big", part="rows", from_=49_950).data
    assert rows.count("zzz | ") == 0 and rows.count("\n") == 51 and rows.splitlines()[1].startswith("  49950 | zzz")
    assert agent("open", view="big", part="/rows/7/name").data == "/rows/7/name: " + "z" * 90
    text = agent("open", view="big", part="text", from_=4_999_990).data
    assert text.count("line") == 2 and len(agent("open", view="big", part="t59").data) < 11_000


QUESTION = """
    described(view_type("work", part("question", "record", nullable=True, role="question",
                                     answer="reply"),
                        part("done", "number", nullable=True, role="progress"), part("log", format="stream"),
                        part("notice", nullable=True, role="notice", editable=True),
                        actions=[action("run"), action("reply", notOffered=True,
                                                       asks=[part("choice"), part("question")])]))
    opened(question=None, done=None, log="", notice=None)
    run = receive("run")
    changed(1, 2, done=0.456, log="line\\n" * 900 + "the end")
    nudge = receive("view/set")
    changed(2, 3, question={"id": "q1", "title": "Overwrite?", "message": "The file\\nis newer.",
                            "choices": [{"value": "keep", "title": "Keep"},
                                        {"value": "over", "title": "Over\\x1bwrite"}]})
    reply(nudge, commit=3)
    answer = receive("reply")
    assert answer["params"] == {"choice": "keep", "question": "q1", "view": "v"}, answer
    changed(3, 4, question=None, done=None, notice="Kept\\nit")
    reply(answer, commit=4)
    reply(run, commit=4)
    reset = receive("view/set")
    assert reset["params"]["properties"] == {"notice": None}
    changed(4, 5, done=0.9)
    changed(5, 6, notice=None)
    reply(reset, commit=6)
    run = receive("run")
    changed(6, 7, notice="Again")
    reply(run, commit=7)
    reset = receive("view/set")
    changed(7, 8, notice=None)
    reply(reset, commit=8)
    end_of_input()
"""


def test_a_question_is_state_and_its_answer_is_another_call(start: Callable[..., Agent]) -> None:
    """The call that asks goes on, and is called once; it reports its progress meanwhile.

    A change of another client while a message is reset is not told, and not covered by the commit that is told.
    """
    agent = start(fake(QUESTION))
    agent("open", view="work")
    running = agent.start("call", view="work", action="run")
    assert agent.has_progressed.wait(30)
    asked = agent("call", view="work", set={"notice": None})
    assert "done (Done): 45%" in asked.data
    assert "\n  line\n  the end\n  … characters 3507 to 4507 of 4507" in asked.data
    assert "\n".join(["question (Question) asks: Overwrite?", "  The file", "  is newer.",
                      '  To answer, call reply with {"question": "q1", "choice": …}, one of:', '  "keep" = Keep',
                      '  "over" = Over␛write']) in asked.data
    answered = agent("call", view="work", action="reply", arguments={"choice": "keep", "question": "q1"})
    assert "question: no longer shown\ndone: no longer shown\nnotice: Kept␊it" in answered.data
    assert answered.text.startswith("Called reply, work has commit 4.")
    assert not running.result(30).is_error
    assert agent("call", view="work", action="run").text.startswith("Called run, work has commit 8.")
    assert any(message and message.endswith(" s, done: 45%") for _, message in agent.progress)


NEWS = """
    described(view_type("page", part("next", "switch", role="hidden", opens={"view": "page", "on": "true"}),
                        part("count", "integer"), part("notice", nullable=True, role="notice", editable=True),
                        actions=[action("go", letter="g"), action("load")], onAppear="load"))
    request = opened(next=False, count=0, notice=None)
    assert request["params"]["params"] == {"type": "post", "by": 1}, request
    load = receive("load")
    changed(1, 2, notice="Welcome")
    reply(load, commit=2)
    refuse(receive("view/set"), -32000, "Failed")
    one, other = receive("go"), receive("go")
    changed(2, 3, count=1)
    reply(one, commit=3)
    changed(3, 4, count=2)
    reply(other, commit=4)
    load = receive("load")
    changed(4, 5, notice="Saved")
    refuse(receive("view/set"), -32000, "Failed")
    go = receive("go")
    changed(5, 6, next=True)
    refuse(receive("view/open"), -32001, "Overloaded", "€" * 100_000)
    end_of_input()
"""


def test_messages_and_openings_are_told_by_whichever_tool_comes_first(
    start: Callable[..., Agent], tmp_path: Path
) -> None:
    """A message is told although the app refuses to reset it. In the end, long errors and arguments are cut."""
    agent, params = start(fake(NEWS), "--log", str(tmp_path / "log")), {"type": "post", "by": 1}
    appeared = agent("open", view="page", params=params)
    assert appeared.data.endswith("\nnotice: Welcome")
    assert "notice" not in agent("open", view="page", params=params).data
    first = agent.start("wait", view="page", pointer="/count", equals=1)
    calls = [agent.start("call", view="page", action="go") for _ in range(2)]
    assert all("count (Count): " in each.result(30).data for each in calls)  # each tells the changes since its start
    assert first.result(30).text.startswith("Met")  # although the value does not last
    agent.start("call", view="page", action="load")
    assert agent("wait", view="page", seconds=30).data == "notice: Saved"
    agent.start("call", view="page", action="go")
    assert "The app goes on to page: open it." in agent("wait", view="page", seconds=30).text
    refused = agent("open", view="page", params={**params, "by": True})
    assert refused.text.startswith("Refused: Overloaded") and refused.data.endswith("€ … cut: 100000 characters")
    long = agent("open", view="y" * 100_000).text
    assert len(refused.data) < 25_000 and len(long) < 2_100 and " … cut: 1" in long
    assert max(map(len, (tmp_path / "log").read_text().splitlines())) < 10_000


DEAF = """
    described(view_type("page", actions=[action("go")]))
    opened()
    ignore_signals()
    while True:
        signal.pause()
"""


def test_a_client_that_is_killed_in_the_middle_leaves_no_process(start: Callable[..., Agent]) -> None:
    agent = start(demo(), mode="auto")
    agent("open", view="effects")
    call = agent.start("call", view="effects", action="handle", arguments={"action": "buttonTap", "seconds": 60})
    assert not agent("wait", view="effects", pointer="/tapsUnderWay", equals=1).is_error
    os.kill(agent.pids()[0], signal.SIGKILL)
    agent.assert_no_process()
    agent.__exit__(None, None, None)
    assert call.exception(10)


def test_a_server_that_ignores_its_end_is_killed_when_the_client_leaves(start: Callable[..., Agent]) -> None:
    agent = start(fake(DEAF), mode="auto")
    agent("open", view="page")
    call = agent.start("call", view="page", action="go")
    assert agent.has_progressed.wait(30)
    agent.__exit__(None, None, None)
    assert call.exception(10)


def test_a_signal_while_a_deaf_server_starts_leaves_no_process(start: Callable[..., Agent], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "started")
    agent = start(fake(f"""# raw
ignore_signals()
receive("initialize")
open({str(tmp_path / "started")!r}, "w").close()
signal.pause()
"""), mode="auto")
    call = agent.start("views")
    (tmp_path / "started").read_bytes()
    os.kill(agent.pids()[0], signal.SIGTERM)
    agent.assert_no_process()
    agent.__exit__(None, None, None)
    assert call.exception(10)


@asynchronous
async def test_an_app_does_not_start_after_its_end() -> None:
    app, _ = created(["--", "/nowhere"])
    await app.close()
    with pytest.raises(Refused):
        await app.start()


# An app that repeats what it receives wherever it can.
ECHO = """
    described(view_type("page", part("text", format="stream"), part("details", "json"), part("draft", editable=True),
                        part("rows", "rows", key="name", columns=[part("name")]), part("notice", role="notice"),
                        part("errorMessage", role="error", about="draft"),
                        part("question", "record", nullable=True, role="question", answer="reply"),
                        actions=[action("say", asks=[part("password", secret=True, optional=True)]),
                                 action("reply", asks=[part("choice"), part("question")])]))
    import unicodedata
    heard, view, views, commit = "", "", 0, 1
    for number in range(10**9):
        request = receive()
        if "id" not in request or request["method"] == "shutdown":
            continue
        text = 4 * json.dumps(request["params"], ensure_ascii=number % 3 > 0)
        heard = (heard + unicodedata.normalize(("NFC", "NFD")[number % 2], text)) * (number % 20 > 0)
        question = {"id": heard, "title": heard, "message": heard, "choices": [{"value": heard, "title": heard}]}
        state = {"text": heard, "details": {heard: [request["params"]]}, "draft": heard, "rows": [{"name": heard}],
                 "notice": heard, "errorMessage": heard,
                 "question": question if number % 3 else None}
        if number % 20 == 19:
            sys.exit("I heard " + heard)
        elif request["method"] == "view/open":
            views, commit, view = views + 1, commit + 1, f"v{views}"
            reply(request, view=view, commit=commit, state=state)
        elif number % 7 == 6:
            closed = {"session": "default", "connections": 1, "closed": [view], "opened": []}
            send(method="session/changed", params=closed)
            refuse(request, -32602, "InvalidParams", heard)
        else:
            changed(commit, commit + 1, view=view, **state)
            commit += 1
            if number % 4:
                reply(request, commit=commit)
            else:
                send(id=request["id"], error={"code": -32602, "message": heard, "data": {
                    "kind": "InvalidParams", "path": "/" + heard, "text": heard}})
"""
WORDS = ["login", "notes", "mirror", "user", "chat", "userId", "password", "draft", "text", "id", "login#2", "nowhere",
         "page", "say", "reply", "rows", "/details", "question"]


@pytest.mark.seconds(60 + ROUNDS)
@pytest.mark.parametrize(("command", "seen"), [
    (demo(), ["Refused: InvalidParams at /arguments/password.", "at /set/password."]),
    (fake(ECHO), ["asks: ", "  … characters ", "has ended with status 1", "at /arguments/{", "Shown again: page",
                  "Opened: page, commit ([3-9]|[1-9][0-9])"]),
], ids=["demo", "echo"])
def test_planted_secrets_appear_nowhere_in_random_conversations(
    command: list[str], seen: list[str], start: Callable[..., Agent], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each conversation plants a secret as the password of a login, a part of a form, or in a wrong place of a call."""
    agent, dice = start(command, "--log", str(tmp_path / "log")), random.Random(SEED)
    heard: list[str] = []
    planted: list[str] = []
    for number in range(ROUNDS // 2):
        planted += [f"{dice.randrange(10**8, 10**9)}", f"{dice.randrange(10**8, 10**9)}"]
        secret: Any = dice.choice(["", 'é"\\', "\n\u202e"]).join(planted[-2:])
        secret = int(secret) if secret.isdecimal() and number % 2 else secret
        calls: list[dict[str, Any]] = [
            {"view": "login", "action": "login", "arguments": {"userId": "12345", "password": secret}},
            {"view": "login", "set": {"password": secret}},
            {"view": "login", "set": {"password": [secret]}, "action": "login"},
            {"view": "login", "set": {"password": secret, "canLogin": True}},
            {"view": "chat", "action": "logIn", "arguments": {"id": dice.choice(WORDS), "password": secret}},
            {"view": "chat", "action": "logIn", "arguments": {"id": "x", "password": {secret: 1}}},
            {"view": "login", "action": "login", "arguments": {"password": secret}, "ifCommit": dice.randrange(9)},
            {"view": "login", "action": secret, "arguments": {"password": secret}},
            {"view": "login", "action": "login", "arguments": {"password": secret}, "confirm": secret},
        ] if "page" not in str(command) else [
            {"view": "page", "action": "say", "arguments": {"password": secret}},
            {"view": "page", "action": "say", "arguments": {"password": {secret: 1}}, "set": {"draft": secret}},
            {"view": "page", "action": "reply",
             "arguments": {"password": secret, "question": secret, "choice": secret}},
        ]
        calls.append({"view": dice.choice(WORDS), "action": dice.choice(WORDS), "arguments": {"password": secret}})
        call = calls[number % len(calls)]
        heard += [agent("open", view=call["view"]).text, agent("call", **call).text]
        heard.append(agent("call", view="mirror", set={"text": f"I typed {secret}."}).text)
        heard.append(agent("wait", view=dice.choice(WORDS), pointer=f"/{dice.choice(WORDS)}", seconds=0).text)
        heard.append(agent("open", view=dice.choice(WORDS), part=dice.choice(WORDS), from_=dice.randrange(99)).text)
        if number % 25 == 9 and "page" not in str(command):
            os.kill(agent.pids()[-1], signal.SIGKILL)
    heard += [message or "" for _, message in agent.progress]
    everything = "\n".join([*heard, (tmp_path / "log").read_text(), caplog.text])
    assert [each for each in planted if each in everything] == []
    assert [each for each in [*seen, "is not open or was closed"] if not re.search(each, everything)] == []
