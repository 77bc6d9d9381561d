"""The view types of the shipped app, by name, and the parameters with which tests open views of them."""
from __future__ import annotations

import schemas

# `svvs schema --check` compares this file with the code.
VIEW_TYPES = schemas.document("app.schema.json")["viewTypes"]
PARAMETERS = {"user": {"id": "A"}, "friends": {"id": "A"}, "searchDetail": {"name": "octocat"}, "room": {"id": 1}}
