"""A whole design, or one part of it, edited as JSON: the difference from what the person read, as a change.

Changes by others in the meantime are not in that difference, so both are kept. If they changed the same field, the
conflict is reported before anything is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from modeler.core.design.parts import CHILDREN, ROOT, Json, Part, PartKind, Parts
from modeler.core.documents.parts_codec import design_of, take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import WHOLE, Change, Delta, same
from modeler.core.edits.differences import differences, with_known_ids
from modeler.core.errors import Missing

type Path = tuple[str | int, ...]
"""A location in a document: member names and list positions."""


@dataclass(frozen=True, slots=True)
class FieldConflict:
    """A field that somebody else changed since the person read it: its current value, and the typed one."""

    part: str
    field: str
    theirs: Json
    yours: Json


def document_of(parts: Parts) -> dict[str, Json]:
    """The design's JSON, canonical."""
    return to_document(design_of(parts))


def path_of(document: Mapping[str, Json], part: str) -> Path:
    """The location of a part in the document; () for the design itself. Raises Missing."""
    found = () if part in ("", ROOT) else next(_paths(document, PartKind.DESIGN, part), None)
    if found is None:
        raise Missing("this part of the design no longer exists", path=part)
    return found


def _paths(raw: Mapping[str, Json], kind: PartKind, part: str) -> Iterator[Path]:
    for name, below in CHILDREN.get(kind, {}).items():
        for number, one in enumerate(raw.get(name) or ()):
            if one.get("id") == part:
                yield (name, number)
            yield from ((name, number, *rest) for rest in _paths(one, below, part))


def at(document: Json, path: Path) -> Json:
    """The value at a path."""
    for step in path:
        document = document[step]
    return document


def put_at(document: Json, path: Path, value: Json) -> Json:
    """The document with another value at a path."""
    if not path:
        return value
    first, *rest = path
    changed: Json = dict(document) if isinstance(first, str) else list(document)
    changed[first] = put_at(document[first], tuple(rest), value) if rest else value
    return changed


def document_change(parts: Parts, document: Mapping[str, Json]) -> Change:
    """The change that makes the design of `parts` match the JSON: parts match by id, else by name; missing parts are
    removed. Spelling variants with the same meaning change nothing. Raises DocumentInvalid.
    """
    before_document = document_of(parts)
    before = {part.id: part for part in parts.values()} | {
        part.id: _placed(part, parts) for part in take_apart(before_document).values()
    }
    wanted = take_apart(to_document(from_document(with_known_ids(document, before_document))))
    return tuple(
        Delta(one.part, one.field, parts[one.part].fields.get(one.field), one.after) if one.field != WHOLE else one
        for one in differences(before, wanted)
    )


def _placed(part: Part, parts: Parts) -> Part:
    """A part of a document at its position among its siblings in the design."""
    known = parts.get(part.id)
    if known is None or not known.position:
        return part
    return Part(part.id, part.kind, part.parent, {**part.fields, "position": known.position})


def conflicts(change: Iterable[Delta], now: Parts) -> list[FieldConflict]:
    """The fields of a change that have neither the value it starts from nor the value it sets."""
    found = []
    for one in change:
        part = now.get(one.part)
        if one.field == WHOLE or part is None:
            continue
        held = part.fields.get(one.field)
        if not same(held, one.before) and not same(held, one.after):
            found.append(FieldConflict(one.part, one.field, held, one.after))
    return found


def onto(change: Sequence[Delta], now: Parts) -> Change:
    """The same change based on the current values: changes by others to the same fields are overwritten."""
    return tuple(
        Delta(one.part, one.field, now[one.part].fields.get(one.field), one.after)
        if one.field != WHOLE and one.part in now
        else one
        for one in change
    )
