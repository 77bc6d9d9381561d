"""`python -m svvs repl` in a terminal."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from support import fake_executable
from typing_person import terminal

HINTED = """
text, load = {'type': 'string'}, {'arguments': {'properties': {'id': {'x-source': {'property': 'rows', 'member': 'id'}}}}}
leading = {'readOnly': True, 'x-opens': {'type': 'detail', 'params': {'id': 'id'}}}
page = {'properties': {'rows': {**leading, 'type': 'array'}, 'one': leading}, 'actions': {'load': load}}
detail = {'params': {'properties': {'id': text}}, 'properties': {}, 'actions': {}}
page.update(isStart=True, onAppear='load')
described(detail=detail, page=page)
"""


def test_the_tabulator_completes_views_actions_properties_and_arguments() -> None:
    with terminal() as (person, process):
        person.sees("login> ")  # where the app begins
        person.types("open mirr\t\n")
        person.sees("mirror> ")
        person.types("mirror.te\tabc\n")
        person.sees("mirror: text = abc\n")
        person.types("open counterA\n")
        person.sees("counterA> ")
        person.types(".inc\tb\t7\n")
        person.sees("counterA: count = 7")
        person.types("open effects\n")
        person.sees("effects> ")
        person.types("eff\th\t\ti\ts\t1\n")
        person.sees("effects.handle action=instant seconds:=1")
        person.sees("effects: instants = 1")
        person.types("op\tuser \tA \t\n")
        person.sees("open user id=A \n")  # not once more
        person.sees("user> ")  # Before it, the terminal itself would take the key.
        person.types("\x04")
        assert process.wait(20) == 0


def test_what_fits_is_listed_at_once() -> None:
    with terminal() as (person, process):
        person.sees("login> ")
        person.types("open notes\n")
        person.sees("notes> ")
        person.types("not\td\t")
        person.sees("notes.d\n")
        person.sees("notes.delete     notes.didAppear  notes.draft= ")
        person.types("\x15notes.\n")
        person.sees("  draft")
        person.sees("notes> ")
        person.types("quit\n")
        assert process.wait(20) == 0


def test_a_change_appears_above_what_is_being_typed(tmp_path: Path) -> None:
    go = tmp_path / "go"
    os.mkfifo(go)
    script = f"reply(receive()); opened(n=0); open({str(go)!r}).read(); changed(1, 2, n=1); end_of_input()"
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("svvs> ")
        person.types("open t\n")
        person.sees("t:\n  n  0\n")
        person.sees("t> ")
        person.types("half a li")
        person.sees("half a li")
        go.write_text("")
        person.sees("\r\x1b[Jt: n = 1\nt> half a li")
        person.types("\x15quit\n")
        assert process.wait(20) == 0


def test_an_interrupt_cancels_the_call_and_not_the_prompt() -> None:
    with terminal() as (person, process):
        person.sees("login> ")
        person.types("open effects\n")
        person.sees("effects> ")
        person.types(".handle action=buttonTap seconds:=50\n")
        person.sees("effects: tapsUnderWay = 1")
        person.sees("effects.handle: 1 s, Ctrl-C cancels it")
        process.send_signal(signal.SIGINT)
        person.sees("effects: tapsUnderWay = 0")
        person.sees("effects.handle is cancelled")
        person.types("quit\n")
        assert process.wait(20) == 0


def test_a_second_interrupt_does_not_wait_for_a_call_that_goes_on(tmp_path: Path) -> None:
    script = "reply(receive()); opened(n=0); receive('act'); receive('$/cancelRequest'); end_of_input()"
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("svvs> ")
        person.types("open t\nt.act\n")
        person.sees("t.act: 0 s")
        process.send_signal(signal.SIGINT)
        person.sees("t.act: waiting for its end, Ctrl-C goes on without")
        process.send_signal(signal.SIGINT)
        person.sees("t> ")
        person.types("quit\n")
        assert process.wait(20) == 0


def test_a_secret_is_asked_for_and_neither_shown_nor_kept() -> None:
    with terminal() as (person, process):
        person.sees("login> ")
        person.types(".login u\t12345 p\t\n")
        person.sees("password: ")
        person.types("password\n")
        person.sees("login: loginState = loggedIn")
        assert "password\n" not in person.transcript
        person.sees("home> ")  # for the login leads there
        person.types("login\n")
        person.sees("login> ")
        for line in (".password=geheim", ".'password'=geheim", ".none password=geheim", "'.password=geheim"):
            person.types(f"{line}\n")
            person.sees("login> ")
        person.types("\x10\n")  # the line before
        person.sees("login\nlogin:\n")
        assert person.transcript.count("geheim") == 4  # as they were typed
        person.types("close home\n")
        person.sees("login> ")
        person.types("login\n")
        person.sees("shouldNavigateHome  false")  # for one has come back
        person.types("quit\n")
        assert process.wait(20) == 0


def test_rows_have_numbers_by_which_actions_and_details_are_had(tmp_path: Path) -> None:
    script = HINTED + """
opened(rows=[{'id': 'A'}, {'id': 'B'}], one={'id': 'Z'})
load = receive('load'); changed(1, 2, rows=[{'id': 'B'}, {'id': 'C'}]); reply(load, commit=2)
load = receive('load'); assert load['params'] == {'view': 'v', 'id': 'C'}; reply(load, commit=2)
assert opened('d', t='x')['params'] == {'type': 'detail', 'params': {'id': 'B'}}
assert opened('e', t='y')['params'] == {'type': 'detail', 'params': {'id': 'Z'}}
end_of_input()
"""
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("page:\n  rows  2\n      id\n   1  B\n   2  C\n  one   {\"id\": \"Z\"}\npage> ")  # after it has appeared
        person.types(".load 2\n")
        person.sees("page.load has changed nothing")
        person.types(".load 3\n")
        person.sees("svvs: expected the number of a row: there are 2")
        person.types(".r\t1\n")
        person.sees("detail:\n  t  x\ndetail> ")
        person.types("page.rows 1\n")
        person.sees("detail:\n  t  x\ndetail> ")  # the same one
        for line in ("page.rows", "page.rows 0", "page.load " + "9" * 5000, "page.load 2 3x"):
            person.types(f"{line}\n")
            person.sees("svvs: expected ")
        person.types("page.o\t\n")
        person.sees("detail2:\n  t  y\ndetail2> ")
        person.types("quit\n")
        assert process.wait(20) == 0


def test_a_row_that_changes_is_shown_alone() -> None:
    with terminal() as (person, process):
        person.sees("login> ")
        person.types("open smoothies\n")
        person.sees("smoothies> ")
        person.types(".t\t3\n")
        person.sees("smoothies: smoothies = ")
        person.sees("\n   3  ")
        person.sees("smoothies> ")
        told = person.transcript.rpartition("smoothies: smoothies = ")[2]
        assert "\n   2  " not in told and "\n   4  " not in told
        person.types("quit\n")
        assert process.wait(20) == 0


def test_a_view_appears_although_its_action_goes_on(tmp_path: Path) -> None:
    script = HINTED + "opened(n=0); receive('load'); end_of_input()"
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("page:\n  n  0\npage> ")
        person.types("quit\n")
        assert process.wait(20) == 0


def test_an_action_leads_to_another_view_when_it_has_settled_and_not_when_it_is_refused(tmp_path: Path) -> None:
    script = HINTED.replace("'load': load}", """'load': load, 'go': {
    'arguments': {'properties': {'to': text}}, 'opens': {'type': 'detail', 'params': {'id': 'to'}}}}""") + """
opened(n=0)
reply(receive('load'), commit=1)
refuse(receive('go'), -32001, 'Refused')
reply(receive('go'), commit=1)
opening = receive('view/open'); assert opening['params']['params'] == {'id': 'there'}, opening
reply(opening, view='d', commit=1, state={'came': 1})
end_of_input()
"""
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("page> ")
        person.types(".go to=there\n")
        person.sees("svvs: ")
        person.sees("page> ")
        person.types(".go to=there\n")
        person.sees("detail:\n  came  1\ndetail> ")
        person.types("quit\n")
        assert process.wait(20) == 0


def test_the_action_of_a_view_that_appears_leads_on_too(tmp_path: Path) -> None:
    script = HINTED.replace("{'load': load}", "{'load': {'opens': {'type': 'detail'}}}") + """
opened(n=0)
reply(receive('load'), commit=1)
reply(receive('view/open'), view='d', commit=1, state={'came': 1})
end_of_input()
"""
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("page:\n  n  0\ndetail:\n  came  1\ndetail> ")
        person.types("quit\n")
        assert process.wait(20) == 0


def test_a_view_is_open_again_although_its_action_is_refused(tmp_path: Path) -> None:
    script = HINTED + "opened(n=0); refuse(receive('load'), -32001, 'Refused'); receive('load'); sys.exit(3)"
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("page:\n  n  0\nsvvs: ")
        person.sees("page> ")
        person.types(".load\n")
        person.sees("`reopen` starts another")
        person.types("reopen\n")
        person.sees("open again: page\npage:\n  n  0\n")
        person.types("quit\n")
        assert process.wait(20) == 0


def test_what_a_server_says_cannot_move_the_cursor_nor_freeze_the_prompt(tmp_path: Path) -> None:
    script = """
reply(receive())
opened(text='\\x1b[2J\\u202e\\u200b' + 'long ' * 200_000, n=0)
receive('act')
for n in range(1, 20_001):
    changed(n, n + 1, n=n)
end_of_input()
"""
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("svvs> ")
        person.types("open t\n")
        person.sees("  text  \\x1b[2J\\u202e\\u200blong long ")
        person.types("t.act\n")
        person.sees("t: n = 20000\n")
        process.send_signal(signal.SIGINT)
        person.sees("waiting for its end")
        process.send_signal(signal.SIGINT)
        person.sees("t> ")
        person.types("quit\n")
        assert process.wait(20) == 0
        assert "\x1b[2J" not in person.transcript and len(person.transcript) < 4_000_000


def test_what_a_server_tells_of_itself_cannot_move_the_cursor(tmp_path: Path) -> None:
    script = """
said, evil = {'title': 'T\\x1b[2J', 'description': 'a\\nb\\x07'}, 'E\\x1b]0;owned\\x07'
text = {'enum': ['on', '\\x1b[2J'], **said}
named = {'params': {'properties': {evil: text}}, 'properties': {evil: text}, 'actions': {evil: said, 'act': said}}
reply(receive(), **{'x-viewTypes': {evil: {**named, **said, 'isStart': True}, 't': {**named, **said}}})
opened(n=0)
reply(receive('act'), commit=1)
end_of_input()
"""
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("E\\x1b]0;owned\\x07> ")
        person.types("types\n")
        person.sees("E\\x1b]0;owned\\x07> ")
        person.types("help t\n")
        person.sees("   T\\x1b[2J. a\nb\\x07.\n")
        person.sees("E\\x1b]0;owned\\x07> ")
        person.types(".\t\n")  # nothing else is offered
        person.sees("E\\x1b]0;owned\\x07.act has changed nothing\n")
        person.types("quit\n")
        assert process.wait(20) == 0
        assert "\x1b[2J" not in person.transcript and "\x1b]" not in person.transcript


def test_many_rows_are_completed_at_once(tmp_path: Path) -> None:
    script = HINTED + """
opened(rows=[{'id': f'id-{number}'} for number in range(100_000)])
load = receive('load'); reply(load, commit=1)
load = receive('load'); assert load['params'] == {'view': 'v', 'id': 'id-99999'}; reply(load, commit=1)
end_of_input()
"""
    with terminal(fake_executable(tmp_path, script)) as (person, process):
        person.sees("and 99985 more\n")
        person.sees("page> ")
        person.types(".load \t99999\n")
        person.sees(".load id=id-99999\n")
        person.sees("page.load has changed nothing")
        person.types("quit\n")
        assert process.wait(20) == 0


def test_an_error_of_the_app_is_shown_as_one() -> None:
    with terminal() as (person, process):
        person.sees("login> ")
        person.types(".login userId=error password=\n")
        person.sees("password: ")
        person.types("x\n")
        person.sees("login: ERROR: ")
        person.types("quit\n")
        assert process.wait(20) == 0
