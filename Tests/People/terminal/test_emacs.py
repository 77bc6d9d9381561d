"""Emacs as a person uses it, for a task through most of the app."""
import os
import shlex
import signal
import unicodedata

import pytest

from chat_steps import ALL, log_in, open_room, send
from paths import REPOSITORY
from server import Server

FOLDER = REPOSITORY / "clients/emacs"
README = "clients/emacs/README.md"


@pytest.fixture
def emacs(terminal, svvs):
    """Starts Emacs with the client and without the user's configuration, and evaluates `arguments`."""
    def start(*arguments, server=svvs, **options):
        screen = terminal(["emacs", "-nw", "-Q", "-L", FOLDER, "-l", "svvs", *arguments],
                          environment={"SVVS": server, "TERM": "screen-256color", "TZ": "UTC"}, **options)
        screen.wait_for("*svvs login*" if arguments else "*scratch*")
        return screen
    return start


def test_the_app_is_used_with_few_keys(emacs, server_of, measure, screenshots):
    screen = emacs("-f", "svvs")

    screen.enter("12345").keys("Enter").wait_for("Password (")
    screen.enter("password").keys("Enter").wait_for("*svvs home*")

    screen.type("e").wait_for("新着情報")
    screen.keys("Tab").enter("Milk").keys("Enter").wait_for("Notes: 2")

    screen.keys("C-c", "C-v").type("u").enter("A").keys("Enter").wait_for("User A")
    screen.type("r")

    screen.type("vf").keys("Enter").wait_for("User D")
    screen.type("nb").wait_for(has_row("C", "yes"))

    screen.type("vm").wait_for("Blueberry")
    screen.type("nna").wait_for(has_row("Blueberry", "yes"))
    screenshots.check(screen, README, "smoothies")

    screen.type("vs").wait_for("*svvs search*")
    screen.enter("tom").wait_for("tom-2")
    screen.keys("Enter").type("n").keys("Enter").wait_for("Public repos: 1")

    screen.type("vl").wait_for("*svvs login*")
    screen.keys("C-k").enter("error").keys("Enter").wait_for("Password (")
    screen.enter("x").keys("Enter").wait_for("! Error message: ")

    screen.type("ve").wait_for("Taps under way: 0")
    screen.type("Hb").keys("Enter").enter("60").keys("Enter").wait_for("k cancels Handle 1 s")
    screen.type("k").wait_for("The call was cancelled.")
    screen.wait_for("Taps under way: 0")

    os.kill(server_of(screen), signal.SIGKILL)
    screen.wait_for("g reopens all: The server was ended by SIGKILL")
    screen.type("g").wait_for("Opened again: 9 views")
    screen.wait_for(lambda now: "Taps under way: 0" in now and "ended by" not in now)
    measure("Emacs", screen, 67)

    # Not part of the task: the other views are open again, too.
    screen.keys("C-x", "b").type("*svvs friends id=A*").keys("Enter").wait_for(has_row("C", "User C"))


def test_messages_are_sent_and_read_with_few_keys(emacs, svvs, measure, screenshots, tmp_path):
    server = f"{svvs} --database {tmp_path / 'chat.sqlite'}"
    screen = emacs(server=server)
    screen.keys("M-x").type("svvs-open-view").keys("Enter").type("chat").keys("Enter").wait_for("*svvs chat*")
    # Also in a small terminal, the menu of views has all of them.
    screen.resize(60, 15).type("v").wait_for("[w] Room")
    screen.keys("C-g").wait_for("Quit")
    screen.resize(100, 30)
    screen.type("l").wait_for("User id (")
    screen.type("12345").keys("Enter").wait_for("Password (")
    screen.type("password").keys("Enter").wait_for("Id:   12345")
    screen.keys("n", "Enter").wait_for("*svvs rooms account=12345*")
    screen.wait_for("雑談")

    other = Server(command=shlex.split(server))
    try:
        other.call("initialize")
        log_in(other, "hanako")
        room = open_room(other, ALL)

        screen.count = 0
        screen.keys("Enter").wait_for("*svvs room id=1 account=12345*")
        screen.keys("Tab")
        for text, answer in MESSAGES:
            screen.type(text).keys("Enter").wait_for(has_row("太郎", text))
            send(other, room, answer)
            screen.wait_for(has_row("花子", answer))
        screen.count -= sum(len(text) for text, _ in MESSAGES)
        measure("Emacs, three messages sent and three read", screen, 12)
        screenshots.check(screen, README, "room", VARYING)
    finally:
        other.reap()


# A time of another year has no hour.
VARYING = [(r"\d+ min ago|just now", "now"), (r"5 Jan \d\d:\d\d", "2026-01-05")]
MESSAGES = [("Is the meeting at ten?", "At half past ten"), ("Thank you", "Do you come by train?"),
            ("No, by bicycle", "See you soon")]


def has_row(*cells):
    """Whether a screen has a line with all of these."""
    return lambda screen: any(all(cell in line for cell in cells) for line in screen.split("\n"))


NASTY = """
described(view_type(
    't', part('count', 'integer'), part('rows', 'rows', columns=[part('a'), part('b'), part('c')], label='a'),
    actions=[action('flood', letter='f')], start=True))
texts = ['plain', '\\x1b[31mred\\x07\\r\\n\\ttab', '\\u202eleft', 'שלום', 'x' * 1_000_000, 'e\\u0301\\u200b\\u200d', '日本語']
opened(count=0, rows=[{'a': text, 'b': '|', 'c': 'end'} for text in texts])
while True:
    call = receive()
    if call['method'] == 'flood':
        for n in range(1, 5_001): changed(n, n + 1, count=n)
    reply(call, commit=5_001)
"""


def test_no_text_moves_another_and_a_flood_ends(terminal):
    server = shlex.join([str(REPOSITORY / "Tests/Contract/fake-server"), NASTY])
    screen = terminal(["emacs", "-nw", "-Q", "-L", FOLDER, "-l", "svvs"], environment={"SVVS": server, "TERM": "vt100"},
                      width=40, height=22)
    screen.wait_for("*scratch*")
    screen.keys("M-x").type("svvs").keys("Enter")
    rows = rows_of(screen.wait_for(lambda text: len(rows_of(text)) == 7))
    assert len({columns(line.partition("|")[0]) for line in rows}) == 1, rows
    assert not any(columns(line) > 40 for line in rows)

    screen.type("f").resize(60, 12)
    screen.wait_for("Flood ")
    # Emacs reacts to keys.
    screen.resize(40, 10).keys("M-x").type("svvs-h").wait_for("M-x svvs-h")
    screen.keys("C-g", "n").wait_for("Count: 5000", seconds=120)
    screen.wait_for(lambda text: "Flood " not in text.split("\n")[1])


def rows_of(screen):
    return [line for line in screen.split("\n") if "|" in line]


def columns(text):
    """The width of a text in columns of a terminal."""
    return sum(0 if unicodedata.combining(one) or unicodedata.category(one) == "Cf" else
               2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)
