"""What the lines at a prompt mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import svvs

from svvs.typed import is_array, is_object
from .catalog import Catalog, about
from .completion import COMMANDS, completions
from .desk import Desk
from .display import cleaned_lines
from .face import Face
from .words import WordError, assignments, parameters, split

_HELP = """\
{commands}
VIEW                       prints the state
VIEW.ACTION [NAME=VALUE…]  calls an action; Ctrl-C cancels it
VIEW.PROPERTY=VALUE…       sets a property, and those that follow as NAME=VALUE
.ACTION, .PROPERTY=VALUE…  the same of the view that was used last
.ACTION NUMBER             calls an action of a row
.PROPERTY [NUMBER]         opens what a row, or a record, leads to
NAME=TEXT passes a text, NAME:=JSON anything else; the tabulator completes; changes show by themselves.
In a terminal, a secret that is left empty, as in `password=`, is asked for, and not shown."""


class Lines:
    """Does what lines say to the views of a desk."""

    def __init__(self, desk: Desk, catalog: Catalog, face: Face) -> None:
        self.is_done = False
        self._desk, self._catalog, self._face = desk, catalog, face
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "open": self._open,
            "close": self._close,
            "reopen": lambda words: desk.reopen(),
            "types": lambda words: face.tell(cleaned_lines("\n".join(map(self._type, catalog.types)))),
            "help": self._help,
            "quit": self._quit,
        }

    def run(self, line: str) -> None:
        """Does what a line says.

        :raises WordError: if it says nothing.
        """
        words = split(line)
        if not words:
            return
        first, *rest = words
        name, dot, member = first.partition(".")
        if first in self._commands:
            self._commands[first](rest)
        elif first.removesuffix(".") in self._desk.places:  # the tabulator has put the dot
            self._desk.show(first.removesuffix("."))
        elif not dot or (name or self._desk.current) not in self._desk.places:
            raise WordError("no such command, nor an open view of that name; try `help`")
        else:
            self._act(name or self._desk.current or "", member, rest)

    def completions(self, before: str, word: str) -> list[str]:
        """What a word may become behind the text before it."""
        return completions(self._catalog, before, word, self._desk.views, self._desk.current)

    def _open(self, words: list[str]) -> None:
        if not words and self._catalog.start is None:
            raise WordError("expected a type; `types` lists them")
        type, *rest = words or [self._catalog.start or ""]
        if type in self._catalog.types:
            _expect(f"open {self._catalog.form(type)}", rest)
        self._desk.open(type, self._filled(parameters(rest), self._catalog.parameters(type)))

    def _close(self, words: list[str]) -> None:
        if not words or words[0] not in self._desk.places:
            raise WordError("expected the name of an open view")
        self._desk.close(words[0])

    def _quit(self, words: list[str]) -> None:
        self.is_done = True

    def _act(self, name: str, member: str, words: list[str]) -> None:
        view = self._desk.places[name].view
        if "=" in member:
            self._desk.set(name, self._filled(assignments([member, *words]), self._catalog.properties(view.type)))
        elif member in self._catalog.leads(view.type) and member not in self._catalog.actions(view.type):
            shown = view.state.get(member)
            self._desk.choose(name, member, shown if is_object(shown) else _row(shown, *words[:1]))
        else:
            texts = [each for each in words if not each.isdecimal()]
            if member in self._catalog.actions(view.type):
                _expect(f".{self._catalog.form(view.type, member)}", texts)
            values = assignments(texts)
            for number in filter(str.isdecimal, words):
                values.update(self._row_argument(view, member, number))
            self._desk.call(name, member, self._filled(values, self._catalog.arguments(view.type, member)))

    def _row_argument(self, view: svvs.View, action: str, number: str) -> dict[str, Any]:
        """The argument that makes an action one of the row of this number."""
        found = self._catalog.row_argument(view.type, action)
        if found is None:
            raise WordError("expected NAME=TEXT or NAME:=JSON: the action is not of a row")
        argument, source = found
        value = source.value(_row(view.state.get(source.property), number))
        if value is None:
            raise WordError(f"the row has no {source.member}")
        return {argument: value}

    def _filled(self, values: dict[str, Any], schemas: Mapping[str, Any]) -> dict[str, Any]:
        """The values, with the secrets that are left out."""
        is_asked = self._catalog.secrets.intersection(schemas) if self._face.is_guided else ()
        return {name: self._face.ask(name) if value == "" and name in is_asked else value for name, value in values.items()}

    def _type(self, name: str) -> str:
        actions = (self._catalog.form(name, each) for each in self._catalog.actions(name))
        return f"{self._catalog.form(name)}: {', '.join(actions) or 'no actions'}"

    def _help(self, words: list[str]) -> None:
        if not words:
            self._face.tell(_HELP.format(commands="\n".join(COMMANDS.values())))
        elif words[0] not in self._catalog.types:
            raise WordError("no such type; `types` lists them")
        else:
            self._face.tell(cleaned_lines("\n".join(self._about(words[0]))))

    def _about(self, type: str) -> Iterator[str]:
        """All that the server tells of a type."""
        catalog = self._catalog
        yield catalog.form(type) + about(catalog.types[type])
        for name, schema in catalog.actions(type).items():
            yield f"  .{catalog.form(type, name)}{about(schema)}"
        for name, schema in catalog.properties(type).items():
            yield f"  {'.' if name in catalog.settable(type) else ''}{catalog.property_form(type, name)}{about(schema)}"


def _expect(form: str, words: list[str]) -> None:
    """Fails if one of the words gives no value to a name."""
    if not all("=" in each for each in words):
        raise WordError(f"expected `{form}`")


def _row(rows: Any, number: str = "") -> Any:
    count = len(rows) if is_array(rows) else 0
    if not (number.isdecimal() and len(number) < 10 and 0 < int(number) <= count):
        raise WordError(f"expected the number of a row: there are {count}")
    return rows[int(number) - 1]
