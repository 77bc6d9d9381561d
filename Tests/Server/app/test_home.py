"""Home: the greeting, its language, and that no data of one user remain for the next."""
GOOD = {"userId": "12345", "password": "password"}


def test_home_opened_after_a_login_has_the_greeting_at_once(online):
    login = online.open("login")
    online.call("login", {"view": login, **GOOD})
    state = online.call("view/open", {"type": "home"})["state"]
    assert state["userGreeting"] == "こんにちは 太郎さん" and state["user"]["id"] == "12345"


def test_an_open_home_greets_in_the_commit_of_the_login(online):
    login, home = online.open("login"), online.open("home")
    assert online.holds(home, user=None, userGreeting="名前が取得できません")
    online.call("login", {"view": login, **GOOD})
    assert online.holds(home, userGreeting="こんにちは 太郎さん")
    change, = online.changes(home)
    assert change["user"]["name"] == "太郎" and change["userGreeting"] == "こんにちは 太郎さん"


def test_without_a_user_there_is_no_name(server):
    assert server.holds(server.open("home"), user=None, userGreeting="名前が取得できません")


def test_english_can_be_chosen(start):
    server = start("--language", "en")
    login, home = server.open("login"), server.open("home")
    nobody = server.state(home)["userGreeting"]
    assert nobody and nobody.isascii()
    server.call("login", {"view": login, "userId": "test", "password": "password"})
    greeting = server.state(home)["userGreeting"]
    assert "Test User" in greeting and greeting.isascii()


def test_logging_out_greets_nobody(online, backend):
    login = online.open("login")
    online.call("login", {"view": login, **GOOD})
    home = online.open("home")
    online.call("logout", {"view": home})
    assert online.holds(home, user=None, userGreeting="名前が取得できません")
    assert len(backend.seen("POST", "/logout")) == 1


def test_nothing_of_the_first_user_is_visible_to_the_second(online):
    login = online.open("login")
    online.call("login", {"view": login, **GOOD})
    home = online.open("home")
    online.call("logout", {"view": home})
    mark = online.mark()
    online.call("login", {"view": login, "userId": "test", "password": "password"})
    assert online.holds(home, userGreeting="こんにちは Test Userさん")
    assert all("太郎" not in str(change) for change in online.changes(home, since=mark))


def test_opening_the_notes_is_an_action_of_home(online):
    assert "commit" in online.call("openNotes", {"view": online.open("home")})


def test_the_view_closed_meanwhile_takes_no_part_in_the_login(online, backend):
    gate = backend.hold("POST", "/login")
    login, home = online.open("login"), online.open("home")
    call = online.request("login", {"view": login, **GOOD})
    gate.arrived()
    online.call("view/close", {"view": home})
    gate.open()
    assert "commit" in online.result(call)
