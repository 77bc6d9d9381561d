"""All changes of one synchronous step are one commit, however many properties and views they concern."""
import pytest

from conversation import is_change

GOOD = {"userId": "12345", "password": "password"}


def commits(server, since):
    """The changes of each view, by commit."""
    return [{entry["view"]: entry["changes"] for entry in message["params"]["views"]}
            for message in server.messages[since:] if is_change(message)]


def test_a_login_its_navigation_and_the_greeting_are_one_commit(online):
    """R13, R15"""
    login, home = online.open("login"), online.open("home")
    mark = online.mark()
    online.call("login", {"view": login, **GOOD})
    success, = (commit for commit in commits(online, mark) if commit.get(login, {}).get("loginState") == "loggedIn")
    assert success[login]["shouldNavigateHome"] is True
    assert success[home]["user"]["id"] == "12345" and "太郎" in success[home]["userGreeting"]
    assert not any("shouldNavigateHome" in commit.get(login, {}) for commit in commits(online, mark)[:-1])


def test_a_failed_login_and_its_message_are_one_commit(online):
    """R13"""
    login = online.open("login")
    mark = online.mark()
    online.call("login", {"view": login, **GOOD, "password": "wrong"})
    under_way, failed = commits(online, mark)
    assert under_way[login]["loginState"] == "loggingIn"
    assert failed[login]["loginState"] == "notLoggedIn" and failed[login]["errorMessage"]


def test_properties_set_together_are_one_commit_with_derived_properties(server):
    """R13, R16"""
    view = server.open("login")
    mark = server.mark()
    server.call("view/set", {"view": view, "properties": {**GOOD, "shouldNavigateHome": True}})
    assert commits(server, mark) == [{view: {"userId": "12345", "shouldNavigateHome": True, "canLogin": True}}]


@pytest.mark.parametrize("properties, derived", [
    ({"text": "a"}, {"mirror": "label"}), ({"isLogin": True}, {"myPage": "label", "topPage": "label"})])
def test_a_derived_property_changes_in_the_commit_of_its_source(server, properties, derived):
    """R16"""
    views = {server.open(kind): name for kind, name in derived.items()}
    mark = server.mark()
    server.call("view/set", {"view": next(iter(views)), "properties": properties})
    commit, = commits(server, mark)
    assert commit.keys() == views.keys()
    assert all(changes.keys() == {*properties, views[view]} for view, changes in commit.items())
