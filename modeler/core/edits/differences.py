"""The change from one state of a design to another; ids for a document without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from modeler.core.design.ordering import between
from modeler.core.design.parts import CHILDREN, Json, Part, PartKind, Parts
from modeler.core.documents.named_ids import document_label
from modeler.core.edits.changes import Change, Delta, birth, same
from modeler.core.errors import Invalid


def differences(before: Parts, after: Parts) -> Change:
    """The change that makes `after` from `before`: differing fields, new parts, and tombstones for missing parts.

    Siblings that stay in order keep their positions. Raises Invalid if a part has moved to another parent.
    """
    wanted = _positioned(before, after)
    changes = [delta for part in _parents_first(wanted) for delta in _to(before.get(part.id), part)]
    # Children of a removed part are hidden with it.
    missing = [p for p in before.values() if p.id not in wanted and p.parent in wanted and not p.is_removed]
    return (*changes, *(Delta(part.id, "removed", None, True) for part in missing))


def _to(old: Part | None, new: Part) -> Iterator[Delta]:
    if old is None:
        yield birth(new)
        return
    if old.kind is not new.kind or old.parent != new.parent:
        raise Invalid(f"{new.name or new.kind} has the id of a part elsewhere; give it a different id", path=new.id)
    # A tombstone is restored before its fields are set: removed parts are not edited.
    for field in sorted(old.fields.keys() | new.fields.keys(), key=lambda field: (field != "removed", field)):
        if not same(old.fields.get(field), new.fields.get(field)):
            yield Delta(new.id, field, old.fields.get(field), new.fields.get(field))


def _parents_first(parts: Parts) -> Iterator[Part]:
    below: dict[str, list[Part]] = {}
    for part in parts.values():
        below.setdefault(part.parent, []).append(part)
    waiting = [""]
    while waiting:
        for part in below.get(waiting.pop(), ()):
            yield part
            waiting.append(part.id)


def _positioned(before: Parts, after: Parts) -> dict[str, Part]:
    """`after` with the positions of `before` where the order is still the same."""
    lists: dict[tuple[str, PartKind], list[Part]] = {}
    for part in after.values():
        lists.setdefault((part.parent, part.kind), []).append(part)
    positions: dict[str, str] = {}
    for siblings in lists.values():
        positions |= _positions(before, sorted(siblings, key=lambda part: (part.position, part.id)))
    return {part.id: _at(part, positions.get(part.id, "")) for part in after.values()}


def _at(part: Part, position: str) -> Part:
    if not position or position == part.position:
        return part
    return Part(part.id, part.kind, part.parent, {**part.fields, "position": position})


def _positions(before: Parts, siblings: list[Part]) -> dict[str, str]:
    known = [before[part.id].position for part in siblings if part.id in before]
    if not known or not all(low < high for low, high in zip(["", *known], known, strict=False)):
        return {}
    positions: dict[str, str] = {}
    last = ""
    for number, part in enumerate(siblings):
        if part.id in before:
            last = before[part.id].position
        else:
            following = (before[later.id].position for later in siblings[number + 1 :] if later.id in before)
            last = between(last, next(following, ""))
        positions[part.id] = last
    return positions


def with_known_ids(document: Json, known: Mapping[str, Json]) -> Json:
    """A document whose parts without ids get those of the parts with the same names in `known`.

    Sample items have no name: without an id they are matched by position.
    """
    return _with_known_ids(PartKind.DESIGN, document, known) if isinstance(document, Mapping) else document


def _with_known_ids(kind: PartKind, raw: Mapping[str, Json], known: Mapping[str, Json]) -> dict[str, Json]:
    filled = dict(raw)
    for field, child in CHILDREN.get(kind, {}).items():
        if child is not PartKind.ITEM and isinstance(raw.get(field), list):
            filled[field] = list(_members(child, raw[field], known.get(field) or ()))
    return filled


def _members(kind: PartKind, raws: Iterable[Json], known: Iterable[Mapping[str, Json]]) -> Iterator[Json]:
    held = dict(_labelled(known))
    by_id = {one["id"]: one for one in held.values()}
    taken = {str(raw["id"]) for _, raw in _labelled(raws) if raw.get("id")}
    for label, raw in _labelled(raws):
        match = by_id.get(str(raw["id"])) if raw.get("id") else held.get(label)
        if not raw.get("id") and match is not None and match["id"] not in taken:
            raw = {**raw, "id": match["id"]}
        yield _with_known_ids(kind, raw, match or {})


def _labelled(raws: Iterable[Json]) -> Iterator[tuple[tuple[str, int], dict[str, Json]]]:
    seen: Counter[str] = Counter()
    for raw in raws:
        if not isinstance(raw, dict):
            raise Invalid("every member of a list of parts is an object", path="")
        name = document_label(raw)
        seen[name] += 1
        yield (name, seen[name]), raw
