"""The app's HTTP backend on 127.0.0.1, with gates and failures."""
from __future__ import annotations

import copy

from gated_server import GatedServer
# Tests import the failures of any service from this module too.
from gates import CLOSED, CUT_OFF, NOT_JSON, OTHER_JSON, SERVER_ERROR, Failure


def user(identifier, name=None, friends=()):
    return {"id": identifier, "name": name or f"User {identifier}", "friendIDs": list(friends),
            "bookmarkedFriendIDs": []}


USERS = [user("A", friends="BCD"), user("B", friends="AC"), user("C", friends="AB"), user("D", friends="A"),
         user("12345", "太郎"), user("test", "Test User")]
ACCOUNTS = {"12345": "password", "test": "password"}
NOTES = {"12345": [{"id": "note-1", "content": "新着情報"}], "test": []}
TITLES = ["Apple Dawn", "Avocado Hill", "Beetroot Drum", "Blueberry Noon", "Cherry Path", "Fig Honey", "Green Tide",
          "Lemon Noon", "Mango Rain", "Orange Orchard", "Peach Beach", "Pear River", "Plum Evening", "Spinach, apple"]
# Each is sold for a month longer than the previous one, the first until February 2022.
SMOOTHIES = [{"id": f"smoothie-{count}", "title": title, "price": 400 + 15 * count,
              "endDate": f"{2022 + (count + 1) // 12}-{(count + 1) % 12 + 1:02}-01T00:00:00+09:00"}
             for count, title in enumerate(TITLES)]

UNAUTHORIZED = Failure(401)
NOT_FOUND = Failure(404)
FORBIDDEN = Failure(403, headers=[("Retry-After", "60")])
TOO_MANY = Failure(429, headers=[("Retry-After", "60")])


class Backend(GatedServer):
    def __init__(self):
        self.users = {one["id"]: copy.deepcopy(one) for one in USERS}
        self.notes, self.smoothies = copy.deepcopy(NOTES), copy.deepcopy(SMOOTHIES)
        super().__init__()

    def answer(self, request):
        name = request.path[len("/users/"):] if request.path.startswith("/users/") else None
        if request.method == "POST" and request.path == "/login":
            identifier = request.body.get("id")
            if identifier == "error":
                return 400, {"message": "invalid request"}
            if ACCOUNTS.get(identifier, ()) != request.body.get("password"):
                return 401, {"message": "wrong"}
            return 200, self.users[identifier]
        if request.method == "POST" and request.path == "/logout":
            return 200, {}
        if request.method == "GET" and request.path == "/users":
            return 200, [self.users[one] for one in request.query.get("id", []) if one in self.users]
        if request.method == "GET" and request.path == "/smoothies":
            return 200, self.smoothies
        if name and name.endswith("/notes"):
            return self.answer_about_notes(request, name.removesuffix("/notes"))
        if name in self.users and request.method == "PATCH":
            self.users[name].update(request.body)
        if name in self.users and request.method in ("GET", "PATCH"):
            return 200, self.users[name]
        return 404, {"message": "no such thing"}

    def answer_about_notes(self, request, name):
        notes = self.notes.get(name)
        if notes is not None and request.method == "GET":
            return 200, notes
        if notes is not None and request.method == "POST":
            notes.append({"id": f"note-{len(notes) + 1}", "content": request.body["content"]})
            return 201, notes[-1]
        return 404, {"message": "no such thing"}
