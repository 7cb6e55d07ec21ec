"""Stored fields with names for ids, as the document has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from modeler.core.design.parts import Json, Part, PartKind, Parts
from modeler.core.documents.references import Names
from modeler.core.fields.references import Convert, Ref
from modeler.core.fields.table import conversions


@dataclass(frozen=True, slots=True)
class Showing:
    """Ids as names, whatever part they stand in."""

    names: Names

    @staticmethod
    def of(parts: Parts) -> Showing:
        """With the names that the parts have now."""
        labels = {part.id: label_of(part) for part in parts.values() if part.kind not in _NAMELESS}
        gone = frozenset(
            part.id
            for part in parts.values()
            if part.kind not in _NAMELESS and (part.is_removed or _is_removed(parts.get(part.parent)))
        )
        return Showing(Names({}, labels, gone))

    def one(self, reference: Ref) -> Callable[[str], str]:
        """How a stored text is shown."""
        names = self.names
        if reference is Ref.ATTRIBUTE:  # the most frequent by far
            return names.show
        if reference is Ref.KEY:
            return str
        match reference:
            case Ref.TEMPLATE:
                return names.show_template
            case Ref.EXPRESSION:
                return names.show_condition
            case Ref.PARAMETER:
                return names.show_parameter
            case Ref.TABLE | Ref.INDEX | Ref.ENTITY:
                return lambda identity: names.names.get(identity, identity.removeprefix("="))
            case Ref.SOURCE | Ref.PLACE:
                return names.show_marked
        return names.show

    def many(self, reference: Ref) -> Callable[[str], list[str]]:
        """The same for a member of a list."""
        if reference in (Ref.ATTRIBUTE, Ref.MARKED_ENTITY, Ref.MARKED_INDEX, Ref.KEPT):
            return self.names.show_all
        convert = self.one(reference)
        return lambda text: [convert(text)]


_NAMELESS: Final = frozenset({PartKind.ITEM, PartKind.OVERLOAD, PartKind.DESIGN})


def _is_removed(part: Part | None) -> bool:
    return part is not None and part.is_removed


def label_of(part: Part) -> str:
    """The name that others use for a part: of a pattern its code, else its name."""
    return str(part.fields.get("code") or part.name) if part.kind is PartKind.PATTERN else part.name


def in_scope(kind: PartKind, raw: Mapping[str, Json], scope: Convert) -> dict[str, Json]:
    """A part's fields in the document's nesting, with everything that they refer to stored or shown."""
    walks = conversions(kind)
    return {
        name: walk(value, scope) if value and (walk := walks.get(name)) is not None else value
        for name, value in raw.items()
    }
