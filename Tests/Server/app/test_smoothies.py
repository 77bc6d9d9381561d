"""The menu of smoothies and the favourites among them: rows, filters, and what is stored."""
import re

import pytest

from database import commits, favorite_ids, ids, open_menu, put, rows, stored
from http_backend import CLOSED, NOT_FOUND, NOT_JSON, OTHER_JSON, SERVER_ERROR, TOO_MANY


@pytest.fixture(params=["embedded", "HTTP"])
def server(request, start, backend):
    """The same promises on both backends."""
    return start() if request.param == "embedded" else start("--api", backend.url)


def titles(server, view):
    return [row["title"] for row in rows(server, view)]


def toggle(server, view, identifier):
    server.call("toggleFavorite", {"view": view, "id": identifier})


def test_fourteen_smoothies_are_on_the_menu(server):
    menu = rows(server, open_menu(server))
    assert len(menu) == 14
    assert all(row.keys() == {"id", "title", "priceText", "endDateText", "isFavorite"} for row in menu)
    for name in ("id", "title"):
        assert all(row[name].strip() for row in menu) and len({row[name] for row in menu}) == 14
    assert all(re.fullmatch(r"¥\d{3}", row["priceText"]) and 400 <= int(row["priceText"][1:]) <= 600 for row in menu)
    assert all(re.fullmatch(r"20\d\d/(0[1-9]|1[0-2])/01", row["endDateText"]) for row in menu)
    assert all(row["endDateText"] >= "2022/02/01" for row in menu)
    assert not any(row["isFavorite"] for row in menu)


@pytest.mark.parametrize("zone", ["UTC", "America/Los_Angeles", "Pacific/Kiritimati"])
def test_prices_and_dates_are_the_same_in_every_language_and_zone(start, backend, zone):
    for language in ("ja", "en"):
        server = start("--api", backend.url, "--language", language, environment={"TZ": zone})
        menu = rows(server, open_menu(server))
        assert [row["priceText"] for row in menu] == [f"¥{one['price']}" for one in backend.smoothies]
        dates = [one["endDate"][:len("2022-02-01")] for one in backend.smoothies]
        assert [row["endDateText"] for row in menu] == [date.replace("-", "/") for date in dates]


def test_before_a_fetch_in_some_page_there_are_no_rows(server):
    menu, liked = server.open("smoothies"), server.open("favorites")
    assert server.holds(menu, smoothies=[], selectedSmoothie=None, filterKeyword="", errorMessage=None)
    assert server.holds(liked, favorites=[], filterKeyword="", emptyMessage=None, errorMessage=None)
    other = server.open("smoothies")
    server.call("fetch", {"view": liked})
    assert len(rows(server, menu)) == 14 and rows(server, other) == rows(server, menu)
    assert rows(server, server.open("smoothies")) == rows(server, menu)


@pytest.mark.parametrize("kind", ["smoothies", "favorites"])
def test_a_fetch_ends_when_the_backend_has_answered(online, backend, kind):
    view = online.open(kind)
    gate = backend.hold("GET", "/smoothies")
    call = online.request("fetch", {"view": view})
    gate.arrived()
    assert rows(online, view) == [] and not online.answered(call)
    assert online.state(view).get("emptyMessage") is None
    gate.open()
    online.result(call)
    assert online.holds(view, errorMessage=None)


@pytest.mark.parametrize("kind", ["smoothies", "favorites"])
def test_a_failed_fetch_says_so_and_can_be_tried_again(online, backend, kind):
    for failure in (SERVER_ERROR, NOT_JSON, OTHER_JSON, NOT_FOUND, TOO_MANY, CLOSED):
        backend.fail("GET", "/smoothies", failure)
        view = online.open(kind)
        online.call("fetch", {"view": view})
        assert online.state(view)["errorMessage"], failure
        assert online.state(view).get("emptyMessage") is None, failure
    backend.fail("GET", "/smoothies", None)
    online.call("fetch", {"view": view})
    assert online.holds(view, errorMessage=None)
    assert len(rows(online, online.open("smoothies"))) == 14


def test_an_invalid_date_is_an_error(start, backend):
    server = start("--api", backend.url, "--language", "en")
    for date in ("2022-02-30T00:00:00+09:00", "2022-13-01T00:00:00+09:00", "2022-02-01T25:00:00+09:00",
                 "2022-02-01T00:00:00+09:00junk", "junk2022-02-01T00:00:00+09:00", "2022-02-01T00:00:00", "2022-02-01",
                 "", "soon"):
        backend.smoothies[3]["endDate"] = date
        view = open_menu(server)
        assert server.holds(view, errorMessage="The server's answer could not be understood", smoothies=[]), date
    backend.smoothies[3]["endDate"] = "2024-02-29T00:00:00+09:00"
    server.call("fetch", {"view": view})
    assert server.holds(view, errorMessage=None) and rows(server, view)[3]["endDateText"] == "2024/02/29"


def test_a_filter_keeps_the_order_and_tells_case_apart(server):
    view = open_menu(server)
    everything = rows(server, view)
    cuts = [slice(None), slice(2), slice(1, 3), slice(-1, None)]
    words = {row["title"][cut] for row in everything for cut in cuts}
    for keyword in sorted(words | {word.swapcase() for word in words} | {"no smoothie", ""}):
        mark = server.mark()
        put(server, view, filterKeyword=keyword)
        assert rows(server, view) == [row for row in everything if keyword in row["title"]], keyword
        # Derived properties change in the commit of their source.
        assert sum("smoothies" in change for change in server.changes(view, mark)) <= 1
        assert all("filterKeyword" in change for change in server.changes(view, mark))


def test_each_page_has_its_own_filter_and_selection(server):
    one, two, liked = open_menu(server), open_menu(server), open_menu(server, "favorites")
    chosen = rows(server, one)[3]
    mark = server.mark()
    put(server, one, filterKeyword=chosen["title"], selectedSmoothie=chosen["id"])
    assert titles(server, one) == [chosen["title"]] and server.holds(one, selectedSmoothie=chosen["id"])
    put(server, one, filterKeyword="no smoothie")
    assert server.holds(one, selectedSmoothie=chosen["id"], smoothies=[])
    put(server, one, selectedSmoothie=None)
    assert server.holds(one, selectedSmoothie=None)
    assert server.changes(two, mark) == server.changes(liked, mark) == []


def test_a_toggle_shows_in_every_page_in_one_commit_before_the_reply(server):
    views = [open_menu(server), open_menu(server), open_menu(server, "favorites")]
    identifier = ids(server, views[0])[5]
    for view, expected in zip(views, ([identifier], [], [identifier])):
        mark = server.mark()
        toggle(server, view, identifier)
        assert [favorite_ids(server, one) for one in views] == [expected] * 3
        assert commits(server, mark, "smoothies", "favorites") == [set(views)]


def test_the_favourites_are_in_the_order_of_the_menu(server):
    menu, liked = open_menu(server), open_menu(server, "favorites")
    everything = ids(server, menu)
    for count, identifier in enumerate(reversed(everything), 1):
        toggle(server, menu, identifier)
        assert ids(server, liked) == everything[-count:]
    for count, identifier in enumerate(everything, 1):
        toggle(server, liked, identifier)
        assert ids(server, liked) == everything[count:]


def test_the_favourites_have_a_filter_of_their_own(server):
    menu, liked = open_menu(server), open_menu(server, "favorites")
    for row in rows(server, menu)[:4]:
        toggle(server, menu, row["id"])
    everything = rows(server, liked)
    keyword = everything[2]["title"][1:]
    mark = server.mark()
    put(server, liked, filterKeyword=keyword)
    assert rows(server, liked) == [row for row in everything if keyword in row["title"]]
    change, = server.changes(liked, mark)
    assert change.keys() == {"filterKeyword", "favorites"} and server.changes(menu, mark) == []


def test_whether_there_are_favourites_is_judged_before_filtering(server):
    liked = open_menu(server, "favorites")
    menu = server.open("smoothies")
    empty = server.state(liked)["emptyMessage"]
    assert empty and empty.strip()
    mark = server.mark()
    toggle(server, menu, ids(server, menu)[0])
    change, = server.changes(liked, mark)
    assert change["emptyMessage"] is None and len(change["favorites"]) == 1
    put(server, liked, filterKeyword="no smoothie")
    assert server.holds(liked, favorites=[], emptyMessage=None)
    toggle(server, menu, ids(server, menu)[0])
    assert server.holds(liked, favorites=[], emptyMessage=empty)


@pytest.mark.parametrize("fetched", [True, False])
@pytest.mark.parametrize("kind", ["smoothies", "favorites"])
def test_a_smoothie_that_is_not_on_the_menu_is_not_shown_as_a_favourite(start, tmp_path, kind, fetched):
    path = tmp_path / "app.sqlite"
    server = start("--database", str(path))
    view = open_menu(server, kind) if fetched else server.open(kind)
    toggle(server, view, "no smoothie")
    assert server.state(view)["errorMessage"] and favorite_ids(server, view) == []
    assert stored(path, "SELECT * FROM favorite") == []
    known = ids(server, open_menu(server))[0]
    toggle(server, view, known)
    assert server.holds(view, errorMessage=None)
    assert stored(path, "SELECT smoothieID FROM favorite") == [(known,)]


def test_a_toggle_needs_no_fetch_before(start, tmp_path):
    path = tmp_path / "app.sqlite"
    first = start("--database", str(path))
    known = ids(first, open_menu(first))[0]
    second = start("--database", str(path))
    toggle(second, second.open("favorites"), known)
    assert favorite_ids(second, open_menu(second)) == [known]


def test_favourites_survive_a_restart_if_there_is_a_file(start, tmp_path):
    for arguments in (("--database", str(tmp_path / "app.sqlite")), ()):
        first = start(*arguments)
        menu = open_menu(first)
        chosen = ids(first, menu)[2:9:3]
        for identifier in chosen:
            toggle(first, menu, identifier)
        assert first.finish() == 0
        second = start(*arguments)
        expected = chosen if arguments else []
        assert favorite_ids(second, open_menu(second)) == ids(second, open_menu(second, "favorites")) == expected
