"""A design updated from a file: what the file says of tables, keys and settings, with everything else as it was.

`update_of(parts, imported.design)` is a change: shown as a diff of parts first, then accepted as one change
(`modeler.services.design_change(design_id=..., change=update_of(...), ...)`). `updated` gives the design after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.parts import CHILDREN, ROOT, Json, PartKind, Parts, part_id
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import Change
from modeler.core.edits.document_edits import document_change, document_of

INFRASTRUCTURE: Final = (
    "billing", "provisioned", "auto_scaling", "on_demand_maximum", "warm_throughput", "ttl_attribute",
    "point_in_time_recovery", "recovery_days", "stream", "table_class", "encryption", "deletion_protection",
    "contributor_insights", "resource_policy", "tags", "replicas", "multi_region_consistency", "witness",
)  # fmt: skip
"""Settings of a table that a template or a description speaks of: what one leaves out there is not there."""
OF_INDEX: Final = ("kind", "partition_key", "sort_key", "projection", "provisioned", "auto_scaling",
                   "on_demand_maximum", "warm_throughput")  # fmt: skip
"""Fields of an index of which the same is true."""
_MEANS_NOTHING: Final[Mapping[str, tuple[Any, ...]]] = {
    "table_class": ("STANDARD",),
    "encryption": ({"type": "AWS_OWNED"},),
    "multi_region_consistency": ("EVENTUAL",),
    "recovery_days": (35,),
}
"""What DynamoDB does where nothing is said. facts/limits#features."""

type _Raw = Mapping[str, Json]


def update_of(parts: Parts, imported: Design, *, unsaid: frozenset[str] = frozenset(), whole: bool = False) -> Change:
    """The change that brings the design of `parts` to what a file says.

    Tables are matched by name, else by id, and what is in them likewise: ids, descriptions, entities, patterns and
    settings that no template speaks of survive. Keys, indexes and the settings in `INFRASTRUCTURE` become the file's,
    but for those that the file can say nothing of (`unsaid`, as `Imported.unsaid`); a spelling that means the same
    changes nothing. Entities and patterns of the file are added or replace those of their name, sample items are
    replaced where the file has some. Tables, entities and patterns that the file leaves out stay, unless it is taken
    as the `whole` design. Raises DocumentInvalid where both together are no design.
    """
    current = document_of(parts)
    return document_change(parts, _merged(current, to_document(imported), unsaid, whole))


def updated(current: Design, imported: Design, *, unsaid: frozenset[str] = frozenset(), whole: bool = False) -> Design:
    """The design after `update_of`. Raises DocumentInvalid."""
    return from_document(_merged(to_document(current), to_document(imported), unsaid, whole))


def _merged(current: _Raw, imported: _Raw, unsaid: frozenset[str], whole: bool) -> dict[str, Json]:
    taken = set(_ids(PartKind.DESIGN, current))
    tables = []
    for old, new in _matched(current.get("tables") or (), imported.get("tables") or ()):
        if old is None and new is not None:
            tables.append(_fresh(PartKind.TABLE, new, ROOT, taken))
        elif old is not None and new is not None:
            tables.append(_table(old, new, unsaid, whole, taken))
        elif old is not None and not (whole and imported.get("tables")):
            tables.append(dict(old))
    patterns = []
    for old, new in _matched(current.get("access_patterns") or (), imported.get("access_patterns") or ()):
        if new is not None:
            patterns.append(
                {**(old or {}), **new, "id": old["id"]} if old else _fresh(PartKind.PATTERN, new, "", taken)
            )
        elif old is not None and not (whole and imported.get("access_patterns")):
            patterns.append(dict(old))
    merged = {**current, "tables": tables, "access_patterns": patterns}
    if not current.get("description") and imported.get("description"):
        merged["description"] = imported["description"]
    return merged


def _label(raw: _Raw) -> str:
    return next((str(raw[name]) for name in ("code", "name", "index") if raw.get(name)), "")


def _matched(current: Iterable[_Raw], imported: Iterable[_Raw]) -> Iterator[tuple[_Raw | None, _Raw | None]]:
    """Pairs of what has the same name, of several the first with the first, else the same id: in the order of
    `current`, then what is new.
    """
    seen: Counter[str] = Counter()
    left: dict[tuple[str, int], _Raw] = {}
    for new in imported:
        label = _label(new)
        seen[label] += 1
        left[label, seen[label]] = new
    olds = list(current)
    seen.clear()
    pairs: list[tuple[_Raw, _Raw | None]] = []
    for old in olds:
        seen[_label(old)] += 1
        pairs.append((old, left.pop((_label(old), seen[_label(old)]), None)))
    by_id = {str(new.get("id")): key for key, new in left.items()}
    for old, found in pairs:
        key = by_id.pop(str(old.get("id")), None) if found is None else None
        yield old, left.pop(key) if key else found
    yield from ((None, one) for one in left.values())


def _ids(kind: PartKind, raw: _Raw) -> Iterator[str]:
    for name, child in CHILDREN.get(kind, {}).items():
        for one in raw.get(name) or ():
            yield str(one.get("id"))
            yield from _ids(child, one)


def _fresh(kind: PartKind, raw: _Raw, parent: str, taken: set[str]) -> dict[str, Json]:
    """A part that the design does not have, with everything in it, under ids that nothing else has."""
    identity = str(raw.get("id") or part_id(parent, str(kind), _label(raw)))
    number = 1
    while identity in taken:
        number += 1
        identity = part_id(parent, str(kind), f"{_label(raw)} {number}")
    taken.add(identity)
    made = {**raw, "id": identity}
    for name, child in CHILDREN.get(kind, {}).items():
        if raw.get(name):
            made[name] = [_fresh(child, one, identity, taken) for one in raw[name]]
    return made


def _table(old: _Raw, new: _Raw, unsaid: frozenset[str], whole: bool, taken: set[str]) -> dict[str, Json]:
    made = {**old, **{name: new[name] for name in ("name", "description") if new.get(name)}}
    for name in ("partition_key", "sort_key"):
        made[name] = new.get(name) or []
    made["settings"] = _settings(old.get("settings") or {}, new.get("settings") or {}, unsaid)
    indexes = []
    gone = set()
    for one, other in _matched(old.get("indexes") or (), new.get("indexes") or ()):
        if other is None and one is not None:
            gone.add(one.get("name"))
        elif other is not None:
            made_one = _fresh(PartKind.INDEX, other, str(old["id"]), taken) if one is None else None
            indexes.append(made_one or _index(one or {}, other, made["settings"], unsaid))
    made["indexes"] = indexes
    entities = []
    for one, other in _matched(old.get("entities") or (), new.get("entities") or ()):
        if one is None and other is not None:
            entities.append(_fresh(PartKind.ENTITY, other, str(old["id"]), taken))
        elif one is not None and other is not None:
            entities.append(_entity(one, other, taken))
        elif one is not None and not (whole and new.get("entities")):
            entities.append(dict(one))
    made["entities"] = [_without_overloads(one, gone) for one in entities]
    if new.get("unassigned"):
        made["unassigned"] = [{**item, "id": None} for item in new["unassigned"]]
        made["unassigned"] = [{name: item[name] for name in item if name != "id"} for item in made["unassigned"]]
    return {name: value for name, value in made.items() if value not in ([], None)}


def _without_overloads(entity: dict[str, Json], gone: set[Any]) -> dict[str, Json]:
    """A cell of no column is nothing: what an entity writes into an index that goes, goes with it."""
    overloads = entity.get("overloads") or ()
    kept = [one for one in overloads if one.get("index") is None or one.get("index") not in gone]
    return {**entity, "overloads": kept} if len(kept) < len(overloads) else entity


def _entity(old: _Raw, new: _Raw, taken: set[str]) -> dict[str, Json]:
    made = {**old, **new, "id": old["id"]}
    for name, kind in (("attributes", PartKind.ATTRIBUTE), ("overloads", PartKind.OVERLOAD)):
        if not new.get(name):
            made[name] = old.get(name) or []
            continue
        made[name] = [
            {**one, **other, "id": one["id"]} if one is not None else _fresh(kind, other, str(old["id"]), taken)
            for one, other in _matched(old.get(name) or (), new[name])
            if other is not None
        ]
    if new.get("items"):
        # Items have no names: but for those of the design itself, their places tell them apart.
        own = {item["id"] for item in old.get("items") or ()}
        made["items"] = [
            {name: item[name] for name in item if name != "id" or item[name] in own} for item in new["items"]
        ]
    elif old.get("items"):
        made["items"] = old["items"]
    return made


def _settings(old: _Raw, new: _Raw, unsaid: frozenset[str]) -> dict[str, Json]:
    made = {**old, **{name: value for name, value in new.items() if name not in INFRASTRUCTURE}}
    for name in INFRASTRUCTURE:
        if name in unsaid or same_setting(name, old, new):
            continue
        if new.get(name) is None:
            made.pop(name, None)
        else:
            made[name] = new[name]
    return made


def _index(old: _Raw, new: _Raw, settings: _Raw, unsaid: frozenset[str]) -> dict[str, Json]:
    made = {**old, **({"description": new["description"]} if new.get("description") else {})}
    for name in OF_INDEX:
        if name in unsaid or same_of_index(name, old, new, settings):
            continue
        if new.get(name) is None:
            made.pop(name, None)
        else:
            made[name] = new[name]
    return made


def same_setting(name: str, old: _Raw, new: _Raw) -> bool:
    """Do two tables' settings say the same of one of `INFRASTRUCTURE`, however they spell it?"""
    return bool(meaning(name, old) == meaning(name, new))


def same_of_index(name: str, old: _Raw, new: _Raw, settings: _Raw) -> bool:
    """Do two indexes of a table say the same of one of `OF_INDEX`, however they spell it?"""
    return bool(_index_meaning(name, old, settings) == _index_meaning(name, new, settings))


def meaning(name: str, settings: _Raw) -> Json:
    """What a setting says of a table, None where that is nothing: off, the default, or of the other billing mode."""
    value = settings.get(name)
    provisioned = settings.get("billing") == "PROVISIONED"
    if name == "billing":
        return "PROVISIONED" if provisioned else "PAY_PER_REQUEST"
    if (name in ("provisioned", "auto_scaling") and not provisioned) or (name == "on_demand_maximum" and provisioned):
        return None
    if name == "provisioned":
        own = value if isinstance(value, Mapping) else {}
        return {side: own.get(side) or 1 for side in ("read", "write")}
    if name == "recovery_days" and not settings.get("point_in_time_recovery"):
        return None
    if name == "stream" and settings.get("replicas"):
        # A global table has a stream with both images in any case. facts/limits#features.
        return "NEW_AND_OLD_IMAGES"
    if name in ("multi_region_consistency", "witness") and not (settings.get("replicas") or settings.get("witness")):
        return None
    if name == "replicas":
        return sorted(value) if isinstance(value, list) and value else None
    return _plain(name, value)


def _plain(name: str, value: Json) -> Json:
    if value in _MEANS_NOTHING.get(name, ()) or value in (None, False, "", [], {}):
        return None
    if name == "auto_scaling" and isinstance(value, Mapping):
        return {side: _bounds(one) for side, one in value.items() if isinstance(one, Mapping) and one}
    if isinstance(value, Mapping) and name != "resource_policy":
        return {member: one for member, one in value.items() if one is not None} or None
    return value


def _bounds(one: _Raw) -> dict[str, Json]:
    """Bounds with what an export writes where a design says nothing."""
    least = one.get("min") or 1
    return {**one, "min": least, "max": max(one.get("max") or least, least), "target": one.get("target") or 70}


def _index_meaning(name: str, index: _Raw, settings: _Raw) -> Json:
    value = index.get(name)
    provisioned = settings.get("billing") == "PROVISIONED"
    is_local = index.get("kind", "GSI") == "LSI"
    if name in ("provisioned", "auto_scaling", "on_demand_maximum", "warm_throughput") and is_local:
        return None
    if (name in ("provisioned", "auto_scaling") and not provisioned) or (name == "on_demand_maximum" and provisioned):
        return None
    if name == "provisioned":
        own = value if isinstance(value, Mapping) else {}
        table = settings.get("provisioned") or {}
        return {side: own.get(side) or table.get(side) or 1 for side in ("read", "write")}
    if name == "projection":
        return _projection(value if isinstance(value, Mapping) else {})
    if name in ("partition_key", "sort_key"):
        return [(key.get("name"), key.get("type", "S")) for key in value or ()]
    return _plain(name, value)


def _projection(value: _Raw) -> tuple[str, tuple[str, ...]]:
    """An INCLUDE of nothing is what KEYS_ONLY is; names count with INCLUDE only, in any order.

    facts/table-api#messages.
    """
    names = tuple(sorted(set(value.get("attributes") or ()))) if value.get("type") == "INCLUDE" else ()
    kind = str(value.get("type") or "ALL")
    return ("KEYS_ONLY" if kind == "INCLUDE" and not names else kind), names
