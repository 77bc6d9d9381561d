"""Navigation between views."""

from __future__ import annotations

from support import asynchronous
from test_tui_cards import MESSAGE, LIST, echoing
from tui_app import Screen, discovery, scripted, shown
from written_screens import action, part, view_type

USER = view_type("user", MESSAGE, asks=[part("id")])


async def leading(screen: Screen) -> None:
    await screen.wait_for("1 Start")
    await screen.press("a")
    await screen.wait_for("2 Other")


@asynchronous
async def test_a_property_opens_a_view_and_is_reset_when_coming_back() -> None:
    opens = {"view": "other", "on": "true", "resets": True}
    start = view_type("start", part("isAway", "switch", title="Is away", role="hidden", editable=True, opens=opens),
                      actions=[action("go", letter="a")], start=True)
    script = discovery(start, view_type("other")) + """
opened("s", isAway=False)
request = receive("go")
changed(1, 2, "s", isAway=True)
reply(request, commit=2)
opened("o")
request = receive("view/set")
assert request["params"] == {"view": "s", "properties": {"isAway": False}}, request
changed(2, 3, "s", isAway=False)
reply(request, commit=3)
request = receive("go")
changed(3, 4, "s", isAway=True)
reply(request, commit=4)
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await leading(screen)
        assert "Is away" not in screen.text.split("Commits")[0]
        await screen.press("1")
        await screen.wait_for("Is away yes → no")
        await screen.press("a")
        await screen.wait_for("4 Start · by itself · Is away no → yes")


@asynchronous
async def test_an_action_and_a_record_open_a_view() -> None:
    opens = {"view": "user", "params": {"id": "id"}, "requires": ["id"]}
    shop = view_type("shop", part("owner", "record", members=[part("id")], opens={**opens, "on": "record"}), part("id"),
                     actions=[action("buy", letter="b", opens=opens)], start=True)
    script = discovery(shop, USER) + """
opened("s", owner={"id": "ann"}, id="bob")
request = receive("view/open")
reply(request, view="a", commit=2, state={"message": json.dumps(request["params"]["params"])})
reply(receive("buy"), commit=2)
request = receive("view/open")
reply(request, view="b", commit=2, state={"message": json.dumps(request["params"]["params"])})
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Owner ⏎")
        await screen.press("tab", "enter")
        await screen.wait_for('Message: {"id": "ann"}')
        await screen.press("1", "b")
        await screen.wait_for('Message: {"id": "bob"}')



@asynchronous
async def test_a_row_opens_a_view_with_its_members() -> None:
    opens = {"on": "row", "view": "user", "params": {"id": "login", "gone": "nothing"}, "requires": ["id"]}
    users = view_type("list", part("rows", "rows", columns=[part("login")], label="login", opens=opens), start=True)
    script = discovery(users, USER) + """
opened("l", rows=[{"login": "ann"}, {"login": "bob"}])
request = receive("view/open")
reply(request, view="u", commit=2, state={"message": json.dumps(request["params"]["params"])})
end_of_input()
"""
    async with shown(scripted(script)) as screen:
        await screen.wait_for("Rows (2)")
        await screen.press("down", "enter")
        await screen.wait_for('"id": "bob"')



@asynchronous
async def test_a_row_without_a_view_is_shown_in_a_window() -> None:
    row = {"id": "a", "name": "x" * 100, "more": {"deep": [1, {"er": None}]}, "\x1b]0;": "\u200b"}
    async with shown(echoing(LIST, rows=[row], find="", mode="few", isOn=False)) as screen:
        await screen.wait_for("Rows (1)")
        await screen.press("enter")
        await screen.wait_for("more: deep (1, (er –))", "␛]0;: \ufffd")
        await screen.press("escape", "question_mark")
        await screen.wait_for("d  Delete")


# Two accounts, of which the second is the current one after `switch`. A message names the account that sends it.
ACCOUNTS = """
commit = 1
last = {"c": 1}
opened("c", current={"id": "hanako"})
def change(view, **members):
    global commit
    commit += 1
    changed(last[view], commit, view, **members)
    last[view] = commit
while True:
    request = receive()
    if "id" not in request: continue
    method, params = request["method"], request["params"]
    if method == "view/open":
        account = params["params"]["account"]
        last[account] = commit
        reply(request, view=account, commit=commit, state={"account": account, "sent": ""})
        continue
    if method == "view/set":
        change(params["view"], **params["properties"])
    elif method == "switch":
        change("c", current={"id": "test"})
    elif method == "send":
        change(params["view"], sent=f"sent as {params['view']}", draft="")
    reply(request, commit=commit)
"""
ROOMS = view_type(
    "rooms", part("account", role="hidden"), part("draft", editable=True, submits="send"), part("sent"), letter="r",
    asks=[part("account", optional=True)], subtitle={"property": "account", "kind": "text"}, actions=[action("send", letter="s")])
CHAT = view_type(
    "chat", part("current", "record", members=[part("id")], opens={"on": "record", "view": "rooms", "params": {"account": "id"}}),
    actions=[action("switch", letter="s")], start=True, letter="c")


@asynchronous
async def test_a_message_is_sent_as_the_account_that_was_switched_to() -> None:
    async with shown(scripted(discovery(CHAT, ROOMS) + ACCOUNTS), width=160) as screen:
        await screen.wait_for("Id: hanako")
        await screen.press("tab", "enter")
        await screen.wait_for("2 Rooms · hanako")
        await screen.press("1", "s")
        await screen.wait_for("Id: test")
        await screen.press("tab", "enter")
        await screen.wait_for("3 Rooms · test")
        await screen.press("enter", *"hello")
        await screen.press("enter")
        assert "sent as hanako" not in await screen.wait_for("sent as test")
        await screen.press("escape", "2", "enter", *"hello")
        await screen.press("enter")
        await screen.wait_for("sent as hanako")
        await screen.press("escape", "1", "tab", "enter")
        await screen.wait_for("┏━ 3 Rooms · test")


@asynchronous
async def test_a_view_with_equal_parameters_is_shown_again() -> None:
    sizes = view_type("sizes", MESSAGE, asks=[part("size", "number")], letter="z")
    script = discovery(view_type("start", start=True), sizes) + "opened()\nopened('z', message='here')\nend_of_input()"
    async with shown(scripted(script)) as screen:
        await screen.wait_for("1 Start")
        await screen.press("o", "z")
        await screen.wait_for("Size:")
        await screen.press("1", "enter")
        await screen.wait_for("Message: here")
        await screen.press("1", "o", "z")
        await screen.wait_for("Size:")
        await screen.press("ctrl+u", *"1.0", "enter")
        await screen.wait_for("┏━ 2 Sizes")
        assert "3 Sizes" not in screen.text


@asynchronous
async def test_picking_a_view_type_asks_for_its_required_parameters_and_on_request_for_all() -> None:
    account = part("account", optional=True)
    room = view_type("room", MESSAGE, asks=[part("id"), account])
    script = discovery(view_type("rooms", asks=[account], start=True), room) + """
while True:
    request = receive()
    if request["method"] == "view/open":
        params = request["params"].get("params", {})
        reply(request, view=json.dumps(params), commit=1, state={"message": json.dumps(params)})
"""
    async with shown(scripted(script), width=160) as screen:
        await screen.wait_for("1 Rooms")
        await screen.press("ctrl+o", *"/room", "down")
        await screen.wait_for("→ asks for optional parameters, too")
        await screen.press("enter")
        assert "Account:" not in await screen.wait_for("Id:")
        await screen.press("a", "enter")
        await screen.wait_for('Message: {"id": "a"}')
        await screen.press("ctrl+o", *"/room", "down", "left", "right", "right")
        await screen.wait_for("Account:")
        await screen.press("b", "enter", "c", "enter")
        await screen.wait_for('Message: {"id": "b", "account": "c"}')
