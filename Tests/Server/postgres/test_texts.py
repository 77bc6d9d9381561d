"""Any text comes back as it was written, but one with a NUL, which PostgreSQL does not take: it is refused in state."""
import pytest

from pages import SEED, Pages, truth

NUL_MESSAGE = "The text contains a character that cannot be stored"
PLANES = "".join(chr((plane << 16) + offset) for plane in range(17) for offset in (0xE000 if plane == 0 else 0, 0xFFFD))
TEXTS = ["'; DROP TABLE svvs.note; --", "\\", "\\x41\\n", "$1 ? :name %s {}", "\x01\x1b\x7f\u0085", "\ufeff",
         "e\u0301é", "\u202eabc", "\ufdd0\uffff\U0010ffff", "A\U0001f468\u200d\U0001f469", "\t a \r\n b ", PLANES]


@pytest.fixture
def both(start, database):
    return [Pages(start("--database", database.url(), "--language", "en")) for _ in range(2)]


def test_every_text_comes_back_in_every_process(both, database):
    for text in TEXTS:
        assert both[0].add(text) is None
    for page in both:
        page.show(SEED, *TEXTS)
    assert truth(database)[0] == [SEED, *TEXTS]


@pytest.mark.parametrize("text", ["\0", "a\0", "\0b", "a\0b" * 1000])
def test_a_text_with_a_nul_is_refused_in_state(both, database, text):
    first, second = both
    assert first.add(text) == NUL_MESSAGE
    assert first.server.holds(first.notes, draft=text) and first.texts == [SEED]
    assert first.add(text.replace("\0", "")+"without") is None
    second.show(SEED, text.replace("\0", "") + "without")
    assert truth(database)[0] == second.texts


def test_a_name_with_a_nul_names_nothing(both):
    page = both[0]
    assert page.toggle(page.ids[0] + "\0")
    page.server.call("delete", {"view": page.notes, "id": "1\0"})
    assert page.texts == [SEED] and page.shown[1] == []
    login = page.server.open("login")
    page.server.call("login", {"view": login, "userId": "12345\0", "password": "password"})
    assert page.server.holds(login, loginState="notLoggedIn")
    user = page.server.open("user", params={"id": "A\0"})
    page.server.call("load", {"view": user})
    assert page.server.state(user)["errorMessage"]


def test_a_long_text_comes_back(both, database):
    text = "".join(f"{number:07} " for number in range(1 << 17))
    assert len(text) == 1 << 20
    assert both[0].add(text) is None
    both[1].show(SEED, text)
    assert truth(database)[0] == [SEED, text]
