"""Strange, huge and invalid input: the server replies with an error or shows a message, and continues."""
import pytest

from database import add_note, contents, ids, log_in, open_menu, open_notes, put, rows

MEGABYTE = "å" * (512 * 1024)
TEXTS = {
    "emoji": "👩‍👩‍👧‍👦 🇯🇵 👍🏽", "right to left": "\u202eשלום\u202c \u200fعربي\u200e", "NUL": "a\0b\0",
    "combining": "e\u0301\u0302 \u1112\u1161\u11ab", "controls": "\x01\x1b[31m\x7f\u0085x",
    "separators": "a\u2028\u2029\ufeff", "highest": "\U0010ffff\ufffe",
    "quotes": "'; DROP TABLE note; --\"\\/%_*?", "huge": MEGABYTE,
}
FIELDS = [("login", "userId"), ("mirror", "text"), ("notes", "draft"), ("smoothies", "filterKeyword"),
          ("smoothies", "selectedSmoothie"), ("favorites", "filterKeyword"), ("search", "searchText"),
          ("search", "selectedUserName")]
UNKNOWN = {"unknown": "nobody", "empty": "", "huge": MEGABYTE, "NUL": "A\0", "path": "../login", "query": "A?x=1&y#z"}


def lives_on(server):
    counter = server.open("counterA")
    before = server.state(counter)["count"]
    server.call("increment", {"view": counter, "by": 3})
    assert server.holds(counter, count=before + 3)


@pytest.fixture
def offline(start, backend):
    """The embedded backend; searches ask a service that has no data."""
    server = start("--github-url", backend.url)
    yield server
    lives_on(server)


@pytest.fixture(params=["embedded", "HTTP"])
def server(request, start, backend):
    """The same promises on both backends."""
    server = start() if request.param == "embedded" else start("--api", backend.url)
    yield server
    lives_on(server)


@pytest.mark.parametrize("kind, params, pointers", [
    ("user", None, {"/params/id", "/params", ""}), ("friends", None, {"/params/id", "/params", ""}),
    ("friends", {}, {"/params/id", "/params"}), ("friends", {"id": 5}, {"/params/id"}),
    ("friends", {"id": None}, {"/params/id"}), ("friends", {"id": "A", "name": "x"}, {"/params/name"}),
    ("searchDetail", None, {"/params/name", "/params", ""}), ("searchDetail", {}, {"/params/name", "/params"}),
    ("searchDetail", {"name": ["x"]}, {"/params/name"}), ("searchDetail", {"id": "A"}, {"/params/id", "/params/name"}),
    ("notes", {"id": "12345"}, {"/params/id"}), ("smoothies", [], {"/params"}), ("favorites", "x", {"/params"}),
    ("counterSettings", {"startCount": 1}, {"/params/startCount"}),
])
def test_a_view_opened_with_wrong_parameters_is_refused(offline, kind, params, pointers):
    error = offline.refused("view/open", {"type": kind, **({} if params is None else {"params": params})})
    assert error["code"] == -32602 and error["data"]["path"] in pointers


def test_an_unknown_user_id_shows_an_error_in_state(server):
    for identifier in UNKNOWN.values():
        for kind, action in (("user", "load"), ("user", "reload"), ("friends", "onAppear")):
            view = server.open(kind, params={"id": identifier})
            server.call(action, {"view": view})
            assert server.state(view)["errorMessage"] and server.holds(view, user=None)


def test_an_unknown_account_shows_an_error_in_state(offline):
    for identifier in UNKNOWN.values():
        view = offline.open("searchDetail", params={"name": identifier})
        offline.call("onAppear", {"view": view})
        state = offline.state(view)
        assert state["profileErrorMessage"] and state["repositoriesErrorMessage"] and state["languagesErrorMessage"]
        assert state["profile"] is None and state["repositories"] == state["languages"] == []


def test_an_unknown_account_cannot_log_in(server):
    for user, password in [*((text, text) for text in UNKNOWN.values()), ("12345\0", "password"),
                           ("12345", "password\0"), (" 12345", "password")]:
        view = server.open("login")
        server.call("login", {"view": view, "userId": user, "password": password})
        assert server.holds(view, loginState="notLoggedIn") and server.state(view)["errorMessage"]


def test_any_text_fits_into_a_field(offline):
    log_in(offline)
    for kind, field in FIELDS:
        view = offline.open(kind)
        for text in TEXTS.values():
            put(offline, view, **{field: text})
            assert offline.holds(view, **{field: text}) and offline.get(view)[field] == text
        offline.call("view/close", {"view": view})


def test_any_text_is_a_note_or_a_message(server):
    log_in(server)
    view = open_notes(server)
    for text in TEXTS.values():
        add_note(server, view, text)
        added = [] if server.state(view)["errorMessage"] else [text]
        assert contents(server, view)[1:] == added and server.holds(view, draft="" if added else text)
        server.call("refresh", {"view": view})
        assert contents(server, view)[1:] == added and server.holds(view, errorMessage=None)
        for note in server.state(view)["notes"][1:]:
            server.call("delete", {"view": view, "id": note["id"]})
        assert len(contents(server, view)) == 1


@pytest.mark.parametrize("kind", ["smoothies", "favorites"])
def test_any_text_filters(offline, kind):
    menu, view = open_menu(offline), open_menu(offline, kind)
    offline.call("toggleFavorite", {"view": menu, "id": ids(offline, menu)[0]})
    everything = rows(offline, view)
    for text in TEXTS.values():
        put(offline, view, filterKeyword=text)
        assert rows(offline, view) == []
        put(offline, view, filterKeyword="")
        assert rows(offline, view) == everything


def test_titles_of_any_kind_keep_the_order_of_the_menu(start, backend):
    titles = ["10", "9", " 9", "", "é", "e\u0301", "E", "ß", "SS", "", "\u202eabc", "abc", "Ａ", "あ", "ア", "👍🏽", "a\0b"]
    backend.smoothies = [{"id": f"{count}", "title": title, "price": 400, "endDate": "2022-02-01T00:00:00+09:00"}
                         for count, title in enumerate(titles)]
    server = start("--api", backend.url)
    menu, liked = open_menu(server), open_menu(server, "favorites")
    assert [row["title"] for row in rows(server, menu)] == titles
    for identifier in reversed(ids(server, menu)):
        server.call("toggleFavorite", {"view": menu, "id": identifier})
    assert [row["title"] for row in rows(server, liked)] == titles
    put(server, menu, filterKeyword="9")
    assert ids(server, menu) == ["1", "2"]


@pytest.mark.parametrize("change", [
    {"price": -1}, {"price": 2**62}, {"price": 1.5}, {"price": "450"}, {"endDate": "soon"}, {"endDate": ""},
    {"endDate": "2022-02-30T00:00:00+09:00"}, {"endDate": "99999-02-01T00:00:00+09:00"}, {"id": 1}, {"title": None},
])
def test_a_menu_that_makes_no_sense_is_a_menu_or_a_message(start, backend, change):
    backend.smoothies[3] = {**backend.smoothies[3], **change}
    server = start("--api", backend.url)
    view = open_menu(server)
    assert bool(server.state(view)["errorMessage"]) == (rows(server, view) == [])
    lives_on(server)


def test_a_menu_with_one_id_twice_is_a_menu_or_a_message(start, backend):
    backend.smoothies[3]["id"] = backend.smoothies[5]["id"]
    server = start("--api", backend.url)
    view = open_menu(server)
    server.call("toggleFavorite", {"view": view, "id": backend.smoothies[5]["id"]})
    assert rows(server, view) or server.state(view)["errorMessage"]
    lives_on(server)


@pytest.mark.parametrize("steps, expected", [
    ([-5], -5), ([2**63 - 1, 1], 2**63 - 1), ([2**63 - 1, 2**63 - 1, -1], 2**63 - 2), ([-2**63, -1], -2**63),
    ([-2**63, -2**63, 1], -2**63 + 1), ([-1, 2**63 - 1], 2**63 - 2), ([0], 0),
])
def test_a_counter_goes_down_and_stops_at_its_ends(start, steps, expected):
    server = start()
    views = [server.open(kind) for kind in ("counterA", "counterB", "counterC")]
    for by in steps:
        server.call("increment", {"view": views[0], "by": by})
    assert server.holds(views[0], count=expected)


@pytest.mark.parametrize("kind", ["smoothies", "favorites"])
def test_an_unknown_smoothie_shows_an_error_in_state(server, kind):
    for identifier in UNKNOWN.values():
        view = open_menu(server, kind)
        before = rows(server, view)
        server.call("toggleFavorite", {"view": view, "id": identifier})
        assert server.state(view)["errorMessage"] and rows(server, view) == before


def test_an_unknown_note_deletes_none(server):
    log_in(server)
    view = open_notes(server)
    before = contents(server, view)
    for identifier in UNKNOWN.values():
        server.call("delete", {"view": view, "id": identifier})
        assert contents(server, view) == before and len(before) == 1


def test_an_id_that_looks_like_a_note_s_deletes_none(server):
    log_in(server)
    view = open_notes(server)
    note, = server.state(view)["notes"]
    for form in ("{}\0", "0{}", " {}", "{} ", "+{}", "{}.0", "{}e0", "{}%"):
        server.call("delete", {"view": view, "id": form.format(note["id"])})
        assert server.state(view)["notes"] == [note], form


def test_an_unknown_friend_is_marked_nowhere(server):
    view = server.open("friends", params={"id": "A"})
    server.call("onAppear", {"view": view})
    before = server.state(view)["filteredFriends"]
    for identifier in UNKNOWN.values():
        server.call("toggleFriendBookmark", {"view": view, "id": identifier})
        assert server.state(view)["filteredFriends"] == before and len(before) == 3
