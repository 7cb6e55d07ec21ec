"""Names in texts as ids, and back: what makes a rename and an edit of a text both win.

In stored texts a reference to a part is ``@`` and its id; a name that itself begins with ``@`` gets a second one.
Within longer texts it is ``{@id}``. A name that several attributes of a table have in common is stored with all of
them, ``@a1|@a2``; a parameter that bounds an attribute (``placedFrom``) as ``@a1+From``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from modeler.core.design.parts import Json
from modeler.core.expressions.references import from_markers, to_markers
from modeler.core.keys.templates import parse

SHARED: Final = "|@"
BOUND: Final = "+"
BOUNDS: Final = ("From", "To")
MARKER: Final = re.compile(r"\{@([^{}'\"\s]+)\}")
_ROOT: Final = re.compile(r"[^.\[]+(?=[.\[])")


class Names:
    """Two-way names of what a text may speak of: `ids` by name, `names` by id. `gone` are ids of removed parts."""

    __slots__ = ("gone", "ids", "names")

    def __init__(self, ids: Mapping[str, str], names: Mapping[str, str], gone: frozenset[str] = frozenset()) -> None:
        self.ids = ids
        self.names = names
        self.gone = gone

    def store(self, name: str) -> str:
        """A name as it is stored."""
        identity = self.ids.get(name)
        if identity is not None:
            return f"@{identity}"
        return f"@{name}" if name.startswith("@") else name

    def store_path(self, path: str) -> str:
        """A name, or a place within an attribute (``address.city``), as it is stored."""
        root = None if path in self.ids else _ROOT.match(path)
        identity = self.ids.get(root.group()) if root else None
        return self.store(path) if root is None or identity is None else f"{{@{identity}}}{path[root.end() :]}"

    def show(self, stored: str) -> str:
        """A stored name or path as people see it. An id that nothing has any more is shown as it is."""
        known = self.names.get(stored[1:]) if stored.startswith("@") else None
        return known if known is not None else self.show_all(stored)[0]

    def show_all(self, stored: str) -> list[str]:
        """The names that a stored one represents: several where attributes that had one name have different ones now,
        the most common first.
        """
        if stored.startswith("{@"):
            return [self.show_marked(stored)]
        if not stored.startswith("@"):
            return [stored]
        if stored.startswith("@@"):
            return [stored[1:]]
        known = self.names.get(stored[1:])
        return [known] if known is not None else self._of_several(stored)

    def _of_several(self, stored: str) -> list[str]:
        found: list[tuple[bool, str]] = []
        for one in stored[1:].split(SHARED):
            identity, _, bound = one.partition(BOUND)
            if (name := self.names.get(identity)) is not None:
                found.append((identity in self.gone, f"{name}{bound}"))
        living = [name for is_gone, name in found if not is_gone] or [name for _, name in found]
        return [name for name, _ in Counter(living).most_common()] or [stored]

    def show_marked(self, text: str) -> str:
        """A text with names for the ``{@id}`` in it."""
        return MARKER.sub(lambda found: self.names.get(found[1], found[0]), text)

    def store_parameter(self, text: str) -> str:
        """``:status`` as it is stored; what does not begin with a colon is a value and stays."""
        return f":{self.store(text[1:])}" if text.startswith(":") else text

    def show_parameter(self, text: str) -> str:
        """The parameter by name again."""
        return f":{self.show(text[1:])}" if text.startswith(":@") else text

    def store_template(self, text: str) -> str:
        """A key template with ids; an invalid one stays as it was typed."""
        return over_template(text, self.store)

    def show_template(self, text: str) -> str:
        """A stored key template with names."""
        return over_template(text, self.show)

    def store_condition(self, text: str) -> str:
        """A condition, filter or explicit expression with ids."""
        return to_markers(text, self.ids)

    def show_condition(self, text: str) -> str:
        """A stored condition with names."""
        return from_markers(text, self)

    def get(self, marked: str) -> str | None:
        """The name for the inside of a marker; None where it is not known."""
        shown = self.show(f"@{marked}")
        return None if shown == f"@{marked}" else shown

    def store_mapping(self, raw: Mapping[str, Json]) -> dict[str, Json]:
        """A mapping by attribute name as a mapping by id. JSON null in it is DynamoDB's NULL."""
        return {self.store(name): {"NULL": True} if value is None else value for name, value in raw.items()}


class Additions(Names):
    """Names for texts that hold ids already, which stay."""

    __slots__ = ()

    def store(self, name: str) -> str:
        """A name as it is stored."""
        return name if name.startswith("@") else super().store(name)


def over_template(text: str, convert: Callable[[str], str]) -> str:
    """A key template with other names; one that names nothing, or cannot be read, stays as it was typed."""
    template = parse(text)
    return template.with_names(convert) if template.references else text
