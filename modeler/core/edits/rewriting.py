"""A part's stored fields with what they refer to converted, as deltas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modeler.core.design.parts import INFERRED, Json, Part, PartKind, confirms, flatten, unflatten
from modeler.core.documents.shown import in_scope
from modeler.core.edits.changes import Delta
from modeler.core.fields.references import Convert
from modeler.core.keys.templates import parse


def rewritten(part: Part, convert: Convert) -> Iterator[Delta]:
    """The deltas that convert what a part's stored fields refer to, steps of a pattern included."""
    raw = unflatten(part.kind, part.fields)
    made = _converted(part.kind, raw, convert)
    if made == raw:
        return
    fields = flatten(part.kind, made)
    for name in dict.fromkeys((*part.fields, *fields)):
        before, after = part.fields.get(name), fields.get(name)
        if name not in ("position", "removed") and before != after:
            yield Delta(part.id, name, before, after)


def _converted(kind: PartKind, raw: Mapping[str, Json], convert: Convert) -> dict[str, Json]:
    made = in_scope(kind, raw, convert)
    if kind is PartKind.PATTERN and made.get("steps"):
        made["steps"] = [_converted(kind, step, convert) for step in made["steps"]]
    return made


def old_names(shown: str, stored: str) -> dict[str, str]:
    """Names in a shown template with the ids at their positions in the stored one."""
    names, ids = parse(shown).references, parse(stored).references
    if len(names) != len(ids):
        return {}
    return {
        name.attribute: one.attribute.removeprefix("@")
        for name, one in zip(names, ids, strict=True)
        if one.attribute.startswith("@") and not one.attribute.startswith("@@")
    }


def confirmation(part: Part, field: str) -> Iterator[Delta]:
    """The delta by which an edit of a field confirms an inferred part, if it does."""
    if part.fields.get("provenance") == INFERRED and confirms(part.kind, field):
        yield Delta(part.id, "provenance", INFERRED, None)
