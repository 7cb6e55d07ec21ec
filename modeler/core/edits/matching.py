"""Parts of one design that are the same parts in another design, which can have other ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modeler.core.design.model import Design
from modeler.core.design.parts import CHILDREN, Json, Part, PartKind, Parts
from modeler.core.documents.parts_codec import put_together, take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.differences import with_known_ids
from modeler.core.errors import Invalid


def matched(known: Parts, design: Design) -> dict[str, Part]:
    """The parts of a design with the ids that the same parts have in `known`: matched by id, else by name. Raises
    Invalid if that is not possible.
    """
    document, there = to_document(design), put_together(known)
    for keeps in (known.keys(), frozenset[str]()):
        parts = _parts_of(with_known_ids(_but_for_ids(PartKind.DESIGN, document, keeps), there))
        if all(_is_one(known[part.id], part) for part in parts.values() if part.id in known):
            return parts
    raise Invalid(
        "these two designs cannot be compared: parts of one design have the IDs of parts of the other", path="ids"
    )


def _parts_of(document: Mapping[str, Json]) -> dict[str, Part]:
    return take_apart(to_document(from_document(document)))


def _is_one(known: Part, part: Part) -> bool:
    return known.kind is part.kind and known.parent == part.parent


def _but_for_ids(kind: PartKind, raw: Mapping[str, Json], keeps: Any) -> dict[str, Json]:
    """A document without the ids that are not in `keeps`: those parts are then matched by name."""
    bare = {name: value for name, value in raw.items() if name != "id" or value in keeps}
    for field, child in CHILDREN.get(kind, {}).items():
        if isinstance(raw.get(field), list):
            bare[field] = [_but_for_ids(child, one, keeps) for one in raw[field]]
    return bare
