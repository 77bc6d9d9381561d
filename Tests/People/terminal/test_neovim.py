"""Neovim as a person uses it: a task through most of the app, small terminals, and servers that die, flood or hang."""
import os
import re
import signal

import pytest

from paths import REPOSITORY

CLIENT = REPOSITORY / "clients/neovim"
README = "clients/neovim/README.md"


@pytest.fixture
def neovim(terminal, svvs):
    def start(*commands, server=svvs, **options):
        command = [os.environ.get("SVVS_NVIM", "nvim"), "--clean", "--cmd", f"set runtimepath^={CLIENT}"]
        for each in commands or ["SvvsOpen"]:
            command += ["-c", each]
        return terminal(command, environment={"SVVS": server}, **options)
    return start


def opened(editor, letter, title):
    """Opens a view by its letter."""
    editor.type(f"o{letter}").wait_for(lambda screen: screen.startswith(title))


def log_in(editor, user, password):
    """Fills in the form: the cursor begins in its first field."""
    editor.keys("Enter").wait_for(lambda screen: screen.endswith("User id:"))
    editor.enter(user).keys("Enter").enter(password).keys("Enter")


def test_the_task_takes_at_most_75_keys(neovim, server_of, screenshots, measure):
    editor = neovim()
    editor.wait_for("User id")
    log_in(editor, "12345", "password")
    editor.wait_for("Greeting")
    # A note.
    editor.type("ae").wait_for(lambda screen: "新着情報" in screen)
    editor.type("cn").enter("Milk").keys("Enter").wait_for("     Milk")
    editor.keys("Escape")
    # A user, and the second friend.
    editor.type("ou").wait_for("Id:")
    editor.enter("A").keys("Enter").wait_for("User · User A")
    editor.keys("Enter")  # reloads
    editor.type("of").wait_for("Id [A]:")
    editor.keys("Enter").wait_for("C   User C")
    editor.type("jab").wait_for(lambda screen: re.search(r"C +User C .* yes\n", screen))
    # The third smoothie.
    opened(editor, "m", "Smoothies")
    editor.wait_for("Blueberry Attic")
    editor.type("jjaa").wait_for("Blueberry Attic    ¥520   2022/04/01  yes")
    # A search, seen while typing.
    opened(editor, "s", "Search")
    editor.keys("Enter").enter("tom").wait_for("tom-2")
    editor.keys("Enter").type("j").keys("Enter").wait_for("C        300")
    # An error.
    opened(editor, "l", "Log in")
    editor.keys("Enter").wait_for("User id: 12345")
    editor.keys("C-u").enter("error").keys("Enter").enter("p").keys("Enter").wait_for("! The request is invalid")
    # A call that is cancelled.
    opened(editor, "e", "Effects")
    editor.type("Ah").wait_for("Action (buttonTap, instant):")
    editor.type("b").keys("Enter").wait_for("Seconds:")
    editor.enter("60").keys("Enter").wait_for(
        lambda screen: re.search(r"Handle [1-9]\d* s · x cancels", screen))
    editor.type("x").wait_for("Handle was cancelled")
    # The end of the server.
    os.kill(server_of(editor), signal.SIGKILL)
    editor.wait_for("Effects  R reopens everything: the server was ended by SIGKILL")
    editor.type("R").wait_for("opened again: 9 views")
    measure("neovim", editor, 75)
    # The views are open again, and not dead.
    editor.type(":b svvs://smoothies").keys("Enter").wait_for("Blueberry Attic")
    editor.type("gg").keys("Tab").type("jjaa").wait_for("Blueberry Attic    ¥520   2022/04/01  yes")
    editor.type("gg:").keys("Escape")
    screenshots.check(editor, README, "smoothies")


def test_seven_short_tasks_take_at_most_58_keys(neovim, measure):
    editor = neovim()
    editor.wait_for("User id")
    editor.count = 0
    log_in(editor, "12345", "password")
    editor.wait_for("Greeting")
    editor.type("of").enter("A").keys("Enter").wait_for("C   User C")
    editor.type("jab").wait_for(lambda screen: re.search(r"C +User C .* yes\n", screen))
    editor.type("os").wait_for("Search for")
    editor.keys("Enter").enter("tom").wait_for("tom-1")
    editor.keys("Enter", "Enter").wait_for("C        300")
    editor.type("omjjaa").wait_for("Blueberry Attic    ¥520   2022/04/01  yes")
    editor.type("i").enter("Pl").keys("Enter").wait_for("Smoothies : (1)")
    editor.type("oni").enter("Buy milk").keys("Enter", "Escape").wait_for("     Buy milk")
    editor.type("jad").wait_for("Delete this note? “Buy milk”")
    editor.type("y").wait_for(lambda screen: "Buy milk" not in screen)
    measure("seven tasks in neovim", editor, 58)


def test_three_messages_are_sent_and_read_with_at_most_12_keys_beside_the_text(neovim, measure, screenshots):
    editor = neovim("SvvsOpen chat")
    editor.wait_for("Log in")
    editor.type("al").wait_for("User id")
    editor.type("hanako").keys("Enter").type("password").keys("Enter").wait_for("Chat · 花子")
    editor.type("/Shown account").keys("Enter", "Enter").wait_for("Rooms · 花子")
    editor.count = 0
    texts = ["Good morning!", "dd :q and other words", "おはよう"]
    # The last messages are in sight, and the cursor is in the field.
    editor.keys("Enter").wait_for(lambda screen: "(120)" in screen and "New message" in screen)
    editor.type("i").wait_for("Enter: Send")
    for text in texts:
        editor.type(text).keys("Enter")
    editor.wait_for(lambda screen: all(re.search(rf"花子 +{re.escape(text)} +just now", screen) for text in texts))
    editor.keys("Escape")
    editor.count -= sum(map(len, texts))
    measure("three messages in neovim", editor, 12)
    screenshots.check(editor, README, "chat", varying=[(r"\d Jan \d\d:\d\d|\d{4}-01-\d\d ?", "5 Jan 20:00")])
    editor.type("x").wait_for("no call is in progress here")
    editor.type("i").wait_for("Enter: Send")  # nothing else is drawn during this prompt


def test_a_small_terminal_and_a_new_size_garble_nothing(neovim):
    editor = neovim(width=40, height=10)
    editor.wait_for("User id")
    editor.type("om").wait_for("Apple Fog")
    for width, height in [(90, 20), (20, 5), (60, 12)]:
        editor.resize(width, height)
    editor.type("j").wait_for("     Beet Drummer       ¥480")
    # No row has room for the status.
    editor.resize(20, 10).type("15j").wait_for("Filter")
    editor.type("k" * 10).wait_for(lambda screen: len(set(rows := re.findall("(?m)^ {5}(\\w.*)", screen))) == len(rows) > 4)
    editor.resize(40, 10).wait_for("¥")
    editor.type("?").wait_for("changes Filter")
    editor.type("4j").wait_for("         action, or opens or shows")


def test_a_message_disappears_on_another_page(neovim):
    editor = neovim("SvvsOpen user id=A")
    editor.wait_for("User · User A")
    editor.type("x").wait_for("svvs: no call is in progress here")
    editor.type("OmyPage").keys("Enter").wait_for(lambda screen: "My page" in screen and "progress" not in screen)


def test_everything_is_distinguishable_without_colours(neovim):
    editor = neovim("set t_Co=0 notermguicolors | syntax off", "SvvsOpen")
    editor.wait_for("User id")
    log_in(editor, "error", "p")
    editor.wait_for("! The request is invalid")


def test_a_long_message_does_not_ask_for_a_key(neovim, server_of):
    editor = neovim(width=40, height=10)
    editor.wait_for("User id")
    editor.keys("j").wait_for("6,1")
    os.kill(server_of(editor), signal.SIGKILL)
    editor.wait_for("svvs: the server was ended")
    editor.keys("k").wait_for("5,1")  # a message that asks for Enter ignores this key
    editor.type("R").wait_for("opened again: 1 view")


def test_a_text_survives_the_server_and_the_page(neovim, server_of):
    editor = neovim()
    editor.wait_for("User id")
    editor.type("cuabc").wait_for("User id: abc")
    os.kill(server_of(editor), signal.SIGKILL)
    editor.wait_for("Log in  R reopens everything: the server was ended")
    editor.keys("Enter").wait_for("Not sent (<Esc>, then R reopens everything: the server was ended by SIGKILL): abc")
    # What the user types next is still text.
    editor.type("R").wait_for("SIGKILL): abcR")
    editor.keys("Escape").type("R").wait_for("opened again: 1 view")
    editor.wait_for("User id     = abcR  (not sent)")
    editor.type(":q").keys("Enter").wait_for("E37: No write since last change")
    editor.keys("Enter").type("q").wait_for("abcR: not sent, but kept until the view is opened again")
    editor.type(":SvvsOpen").keys("Enter").wait_for("User id     = abcR  (not sent)")
    editor.type("cu").wait_for("User id: abcR")
    editor.keys("C-c").wait_for(lambda screen: "not sent" not in screen)


def test_keys_wait_for_the_page_that_opens_and_for_its_rows(neovim, server_of):
    editor = neovim()
    editor.wait_for("User id")
    server = server_of(editor)
    os.kill(server, signal.SIGSTOP)
    editor.type("omjjaa").wait_for(lambda screen: re.search(r"opening Smoothies \d s", screen))
    os.kill(server, signal.SIGCONT)
    editor.wait_for("Blueberry Attic    ¥520   2022/04/01  yes")
    # A server that does not reply holds up the keys for a while only, and then none of them acts on the old page.
    os.kill(server, signal.SIGSTOP)
    editor.type("onaf").wait_for("the view is not open yet: 2 keys were dropped")
    os.kill(server, signal.SIGCONT)
    editor.wait_for("New note")


def test_a_field_that_is_being_set_and_later_edits_are_shown_and_none_is_lost(neovim, server_of):
    editor = neovim("SvvsOpen mirror")
    editor.wait_for("Text")
    server = server_of(editor)
    os.kill(server, signal.SIGSTOP)
    editor.type("ctfirst").keys("Enter").wait_for(lambda screen: re.search(r"Text \d s", screen))
    os.kill(server, signal.SIGCONT)
    editor.wait_for("Label : first")


def test_a_failed_start_is_reported_whole(neovim):
    editor = neovim(server="/nowhere/svvs serve", width=40, height=10)
    editor.wait_for("by setup(), or put svvs on the PATH")
    editor = neovim(server="sh -c 'echo Hello; read line; read line'", width=40)
    editor.wait_for('t a message of the protocol: "Hello"')


def test_waiting_for_a_silent_server_is_shown(neovim):
    editor = neovim(server="sh -c 'read line; read line; read line; sleep 2; exit 3'")
    editor.wait_for("svvs: starting sh -c")
    editor.wait_for("svvs: the server has ended with status 3")


def test_a_flood_of_changes_does_not_block_keys_and_ends_in_the_right_state(neovim):
    editor = neovim("SvvsOpen counterA")
    editor.wait_for("Count : 0")
    editor.type(":lua v = require('svvs').view() for i = 1, 10000 do v:notify('increment') end").keys("Enter")
    editor.wait_for(lambda screen: "Count : 0" not in screen)
    assert "Count : 10000" not in editor.type("?").wait_for("cancels the last call in progress")
    editor.type("q").wait_for("Count : 10000", seconds=120)
