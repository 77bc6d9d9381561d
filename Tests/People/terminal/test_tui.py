"""The terminal program `python -m svvs tui` in a real terminal."""
import os
import re
import shlex
import signal
import sys

import pytest

from paths import PYTHONPATH, REPOSITORY

TUI = [sys.executable, "-m", "svvs", "tui"]
# The durations of calls, which vary.
TIMES = [(r"\d+\.\d+ s\b", "0.01 s")]


@pytest.fixture
def tui(terminal, svvs):
    """Starts the program in a terminal."""
    def start(width=120, height=36, **environment):
        sources = {"PYTHONPATH": PYTHONPATH, "SVVS": svvs, "PYTHONDONTWRITEBYTECODE": "1"}
        program = terminal(TUI, width=width, height=height, environment={**sources, **environment})
        program.wait_for(lambda screen: "o open" in screen.lower())
        return program
    return start


def log_in(program):
    program.wait_for("Not logged in")
    program.keys("Enter").enter("12345").keys("Enter").enter("password").keys("Enter").wait_for("Greeting: Hello, 太郎")
    return program


def card(screen, title):
    """The lines of a card, without those of other cards."""
    lines = screen.split("\n")
    top = next(line for line in lines if re.search(rf"[╭┏][─━] \d {title}", line))
    left = re.search(rf"[╭┏][─━] \d {title}", top).start()
    right = min(at for at in (top.find("╮", left), top.find("┓", left)) if at >= 0)
    return "\n".join(line[left:right] for line in lines)


def test_the_task_takes_few_keys(tui, server_of, measure, screenshots):
    program = log_in(tui())
    program.keys("e").wait_for("New note:")
    program.keys("Tab").enter("Milk").keys("Enter").wait_for("Notes (2)")
    program.keys("C-o", "u").wait_for("Id:")
    program.enter("A").keys("Enter").wait_for("Name: User A")
    program.keys("r").wait_for("User A · Reload")
    program.keys("o", "f").wait_for("┏━ Friends")
    program.keys("Enter").wait_for("Friends (3)")
    program.keys("Down", "b").wait_for(lambda screen: re.search(r"C +User C +A, B +yes", screen))
    program.keys("o", "m").wait_for("Smoothies (14)")
    program.keys("Down", "Down", "a").wait_for(lambda screen: re.search(r"blue.*yes", card(screen, "Smoothies")))
    screenshots.check(program, "clients/terminal/TUI.md", "cards", TIMES)
    program.keys("o", "s").wait_for("Search for:")
    program.keys("/").enter("tom").wait_for("Users (30)")
    program.keys("Down", "Down", "Enter").wait_for("Login: tom-2")
    program.keys("1").wait_for("┏━ 1 Log in")
    program.keys("Enter").enter("error").keys("Enter").enter("x").keys("Enter").wait_for("✗ The request is invalid")
    program.keys("o", "e").wait_for("Taps under way: 0")
    program.keys("H").wait_for("buttonTap")
    program.keys("Enter").enter("60").keys("Enter").wait_for(lambda screen: re.search(r"⧗ Effects · Handle \d+\.\d s", screen))
    program.keys("x").wait_for("· cancelled")
    program.wait_for("Taps under way: 0")
    os.kill(server_of(program), signal.SIGKILL)
    program.wait_for("✗ The server was ended by SIGKILL · Ctrl+R reopens all")
    program.keys("C-r").wait_for(lambda screen: "SIGKILL ·" not in screen)
    measure("terminal program", program, 66, beside_text=37)
    # The new server does not have the bookmark of before.
    program.keys("5").wait_for(lambda screen: "┏━ 5 Friends" in screen and re.search(r"C +User C +A, B +[│┃]", screen))
    program.keys("b").wait_for(lambda screen: re.search(r"C +User C +A, B +yes", screen))
    program.keys("q", "q")
    assert program.wait() == 0


def test_three_messages_take_few_keys_beside_the_text(tui, measure):
    program = tui()
    program.keys("o", "/").enter("chat").keys("Enter").wait_for("┏━ 2 Chat")
    program.keys("l").wait_for("┏━ Chat · Log in")
    program.enter("hanako").keys("Enter").enter("password").keys("Enter").wait_for("┏━ 2 Chat · 花子")
    program.keys("Tab", "Enter").wait_for("┏━ 3 Rooms · 花子")
    program.wait_for("Rooms (2)")
    program.count = program.entered = 0
    program.keys("Enter").wait_for("Good morning! (102)")  # the first unread message
    program.keys("Tab")
    for text in ("First", "Second", "Third"):
        program.enter(text).keys("Enter").wait_for(lambda screen: re.search(rf"花子 +{text} ", screen))
    measure("three messages in the terminal program", program, 21, beside_text=5)


def test_a_small_terminal_shows_one_card_at_a_time(tui):
    program = log_in(tui(40, 10))
    assert "Password:" not in program.screen()
    program.keys("o").wait_for("Views")
    program.keys("m").wait_for("Smoothies (14)")
    program.keys("Down", "a").wait_for(lambda screen: re.search("Beet.*yes", screen))
    program.keys("1").wait_for("Login state: Logged in")


def test_the_terminal_may_be_resized_at_any_time(tui):
    program = log_in(tui())
    program.keys("o", "s", "/").wait_for(" text ")
    for width, height in ((40, 10), (200, 60), (20, 5), (121, 33), (41, 11), (120, 36)):
        program.type("t").resize(width, height)
    texts = ["Search for: tttttt", "tttttt-1 ", "╭─ Views ────────────╮", "┏━ 3 Search ━"]
    # The results may arrive before the program has drawn the last size.
    screen = program.wait_for(lambda screen: screen.count("\n") == 35 and all(text in screen for text in texts))
    assert max(map(len, screen.split("\n"))) <= 120


FLOOD = """
described(view_type("v", part("count", "integer"), part("text", editable=True), part("rows", "list", of={"kind": "json"}),
                    title="Flood", form={"fields": ["text"]}, start=True))
opened(count=0, text="", rows=[{"id": number} for number in range(100)])
for number in range(1, 25_001):
    changed(number, number + 1, count=number)
request = receive("view/set")
changed(25_001, 25_002, **request["params"]["properties"])
reply(request, commit=25_002)
end_of_input()
"""


def test_keys_are_handled_during_a_flood_of_changes(tui):
    server = [str(REPOSITORY / "Tests/Contract/fake-server"), FLOOD]
    program = tui(SVVS=shlex.join(server))
    program.wait_for("Tab types")
    program.keys("Tab").type("typed")
    program.wait_for("Text: typed")
    program.keys("Enter").wait_for("Count: 25000", 60)
    program.wait_for("Text  → typed")
    program.keys("q", "q")
    assert program.wait() == 0


def test_pasted_text_becomes_one_line_of_utf_8(tui):
    program = tui()
    program.wait_for("⏎ types")
    program.keys("Enter").send(b"a\xff\xfeb").wait_for("User id: a\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}b")
    program.send(b"\x1b[200~c\xe9\nd\n\x1b[201~").wait_for("bc\N{REPLACEMENT CHARACTER} d")


def test_escape_directly_followed_by_a_key_is_two_keys(tui):
    program = tui()
    program.wait_for("⏎ types")
    program.keys("Enter").send(b"a\x1b?").wait_for("Esc closes")
    program.send(b"\x1b").wait_for(lambda screen: "Keys" not in screen)
    program.send(b"\x1b7\x1b1\rb").wait_for("User id: ab")


def test_a_failed_start_is_reported_in_one_line(terminal, svvs):
    sources = {"PYTHONPATH": PYTHONPATH, "SVVS": svvs}
    program = terminal(["env", "TERM=dumb", *TUI], environment=sources)
    program.wait_for("svvs: `tui` needs a terminal that can move its cursor, unlike 'dumb'")
    assert program.wait() == 2
    program = terminal(TUI, environment={**sources, "SVVS": f"{svvs} --no-such-option"})
    program.wait_for("the server has ended with status 64")
    assert program.wait() == 4


def test_the_program_shows_the_command_that_it_waits_for_and_q_quits(terminal):
    sources = {"PYTHONPATH": PYTHONPATH, "SVVS": "sleep 600"}
    program = terminal(TUI, environment=sources)
    program.wait_for("connecting to sleep 600…  q quits")
    assert program.keys("q").wait() == 0
