"""The fields of a part as the document spells them, and a page with it: names in place of ids."""

from __future__ import annotations

from typing import Final

from modeler.core.design.parts import SPLIT, Json, Part, Parts, flatten
from modeler.core.documents.parts_codec import ShownFields
from modeler.core.fields.references import Keyed, Ref
from modeler.core.fields.table import FIELDS


class ShownPart:
    """One part as in the document: the names of all parts are looked at once for all of its fields."""

    def __init__(self, parts: Parts, part: Part) -> None:
        self._show = ShownFields.of(parts)
        self._part = part
        self._values = flatten(part.kind, self._show.fields(part))

    def value(self, name: str) -> Json:
        """One field; None if absent."""
        return self._values.get(_named(self._show, self._part, name))


def shown_value(parts: Parts, part: Part, name: str) -> Json:
    """One field of a part as in the document; None if absent."""
    return ShownPart(parts, part).value(name)


def shown_field(parts: Parts, part: Part, name: str) -> str:
    """A stored field as an edit names it: ``values.@a1`` is ``values.status``."""
    return _named(ShownFields.of(parts), part, name) if "." in name else name


def _named(show: ShownFields, part: Part, name: str) -> str:
    mapping, dot, member = name.partition(".")
    if dot and (part.kind, mapping) in BY_ATTRIBUTE:
        return f"{mapping}.{show.names.show(member)}"
    return name


BY_ATTRIBUTE: Final = frozenset(
    (kind, field.name)
    for kind, fields in FIELDS.items()
    for field in fields
    if field.name in SPLIT.get(kind, ()) and isinstance(field.references, Keyed)
    if field.references.keys in (Ref.ATTRIBUTE, Ref.PATH, Ref.PARAMETER_NAME)
)
"""Mappings whose members are named by attributes."""
