"""Fixes of findings, as data: edits of parts that a page can preview and apply with one click.

Fields are those of the design document, flattened like parts (``keys.GSI1PK``, ``settings.billing``, ``key.SK``), and
other parts are referred to by name, not by id: `fixing.fix_change` turns a fix into deltas.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Put:
    """Set one field of a part (or of a pattern's step, by the step's id) to a value; None removes it."""

    part: str
    field: str
    value: Any


@dataclass(frozen=True, slots=True)
class AddPart:
    """Add a part to a list of its parent: `where` is the document's name of that list, as in ``attributes``."""

    parent: str
    where: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RemovePart:
    """Remove a part; references to it then have findings."""

    part: str


type Edit = Put | AddPart | RemovePart


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to fix a finding: what it does, as text (``Add the condition attribute_not_exists(PK)``), and the
    edits.
    """

    label: str
    edits: tuple[Edit, ...]

    def as_json(self) -> dict[str, Any]:
        """Plain JSON: the label, and the edits as ``{"put": ...}``, ``{"add": ...}`` or ``{"remove": ...}``."""
        return {"label": self.label, "edits": [_edit(edit) for edit in self.edits]}


def _edit(edit: Edit) -> dict[str, Any]:
    match edit:
        case Put(part, field, value):
            return {"put": part, "field": field, "value": value}
        case AddPart(parent, where, fields):
            return {"add": where, "to": parent, "fields": dict(fields)}
        case RemovePart(part):
            return {"remove": part}


def put(label: str, part: str, field: str, value: Any) -> tuple[Fix, ...]:
    """The fix that sets one field."""
    return (Fix(label, (Put(part, field, value),)),)


def fix_of(raw: Mapping[str, Any]) -> Fix:
    """A fix from its JSON."""
    return Fix(raw["label"], tuple(map(_edit_of, raw["edits"])))


def _edit_of(raw: Mapping[str, Any]) -> Edit:
    if "put" in raw:
        return Put(raw["put"], raw["field"], raw["value"])
    if "add" in raw:
        return AddPart(raw["to"], raw["add"], raw["fields"])
    return RemovePart(raw["remove"])
