"""Update a design from a file: tables, keys, and settings become the file's; everything else is unchanged.

`update_of(parts, imported.design)` is a change: first shown as a diff of parts, then accepted as one change
(`modeler.services.design_change(design_id=..., change=update_of(...), ...)`). `updated` gives the design after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from modeler.core.design.model import Design
from modeler.core.design.parts import CHILDREN, ROOT, Json, PartKind, Parts, part_id
from modeler.core.design.table_settings import read_alarms
from modeler.core.documents.named_ids import document_label
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import Change
from modeler.core.edits.document_edits import document_change, document_of

INFRASTRUCTURE: Final = (
    "billing", "provisioned", "auto_scaling", "on_demand_maximum", "warm_throughput", "ttl_attribute",
    "point_in_time_recovery", "recovery_days", "stream", "table_class", "encryption", "deletion_protection",
    "contributor_insights", "resource_policy", "tags", "replicas", "multi_region_consistency", "witness",
)  # fmt: skip
"""Table settings that a template or a description specifies: a missing setting is off."""
OF_INDEX: Final = ("kind", "partition_key", "sort_key", "projection", "provisioned", "auto_scaling",
                   "on_demand_maximum", "warm_throughput")  # fmt: skip
"""Index fields for which the same is true."""
_MEANS_NOTHING: Final[Mapping[str, tuple[Any, ...]]] = {
    "table_class": ("STANDARD",),
    "encryption": ({"type": "AWS_OWNED"},),
    "multi_region_consistency": ("EVENTUAL",),
    "recovery_days": (35,),
}
"""DynamoDB's defaults. facts/limits#features."""

PARTLY_SEEN: Final = ("ops", "stream_consumers")
"""Settings that a template shows only in part, its alarms and the readers of a stream that it creates: if they are
`unsaid`, those of the design stay.
"""

type _Raw = Mapping[str, Json]


def update_of(parts: Parts, imported: Design, *, unsaid: frozenset[str] = frozenset(), whole: bool = False) -> Change:
    """Return the change that updates the design of `parts` from a file.

    Tables are matched by name, else by id, and so are their contents: ids, descriptions, entities, patterns, and
    settings that templates do not specify survive. Keys, indexes, and the settings in `INFRASTRUCTURE` become the
    file's, except those that the file cannot specify (`unsaid`, as `Imported.unsaid`); a different spelling with the
    same meaning changes nothing. The file's entities and patterns are added, or replace those of the same name; sample
    items are replaced if the file has any. Tables, entities, and patterns that are not in the file stay, unless it is
    the `whole` design. Raises DocumentInvalid if the result is not a valid design.
    """
    current = document_of(parts)
    return document_change(parts, _merged(current, to_document(imported), unsaid, whole))


def updated(current: Design, imported: Design, *, unsaid: frozenset[str] = frozenset(), whole: bool = False) -> Design:
    """Return the design after `update_of`. Raises DocumentInvalid."""
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
    merged = {
        **current,
        "tables": tables,
        "relations": _merged_parts(PartKind.RELATION, "relations", current, imported, whole, taken),
        "access_patterns": _merged_parts(PartKind.PATTERN, "access_patterns", current, imported, whole, taken),
    }
    if not current.get("description") and imported.get("description"):
        merged["description"] = imported["description"]
    return merged


def _merged_parts(kind: PartKind, name: str, current: _Raw, imported: _Raw, whole: bool, taken: set[str]) -> list[_Raw]:
    """Return the relations or patterns of both."""
    made: list[_Raw] = []
    for old, new in _matched(current.get(name) or (), imported.get(name) or ()):
        if new is not None:
            made.append(_replaced(old, new) if old else _fresh(kind, new, "", taken))
        elif old is not None and not (whole and imported.get(name)):
            made.append(dict(old))
    return made


def _matched(current: Iterable[_Raw], imported: Iterable[_Raw]) -> Iterator[tuple[_Raw | None, _Raw | None]]:
    """Return pairs with the same name (of several, first with first), else the same id: in the order of
    `current`, then new ones.
    """
    seen: Counter[str] = Counter()
    left: dict[tuple[str, int], _Raw] = {}
    for new in imported:
        label = document_label(new)
        seen[label] += 1
        left[label, seen[label]] = new
    olds = list(current)
    seen.clear()
    pairs: list[tuple[_Raw, _Raw | None]] = []
    for old in olds:
        seen[document_label(old)] += 1
        pairs.append((old, left.pop((document_label(old), seen[document_label(old)]), None)))
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
    """Return a part that the design does not have, with everything in it, under unused ids."""
    identity = str(raw.get("id") or part_id(parent, str(kind), document_label(raw)))
    number = 1
    while identity in taken:
        number += 1
        identity = part_id(parent, str(kind), f"{document_label(raw)} {number}")
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
    """Remove cells without a column: what an entity writes into a removed index is removed with it."""
    overloads = entity.get("overloads") or ()
    kept = [one for one in overloads if one.get("index") is None or one.get("index") not in gone]
    return {**entity, "overloads": kept} if len(kept) < len(overloads) else entity


def _replaced(old: _Raw, new: _Raw) -> dict[str, Json]:
    """Return a part with the file's fields under its own id. What someone confirmed stays confirmed, unless the file
    now has a different key for it.
    """
    made = {**old, **new, "id": old["id"]}
    if "provenance" not in old and all(old.get(name) == new.get(name) for name in ("keys", "when", "key", "index")):
        made.pop("provenance", None)
    return made


def _entity(old: _Raw, new: _Raw, taken: set[str]) -> dict[str, Json]:
    made = _replaced(old, new)
    for name, kind in (("attributes", PartKind.ATTRIBUTE), ("overloads", PartKind.OVERLOAD)):
        if not new.get(name):
            made[name] = old.get(name) or []
            continue
        made[name] = [
            _replaced(one, other) if one is not None else _fresh(kind, other, str(old["id"]), taken)
            for one, other in _matched(old.get(name) or (), new[name])
            if other is not None
        ]
    if new.get("items"):
        # Items have no names: except for the design itself, their places distinguish them.
        own = {item["id"] for item in old.get("items") or ()}
        made["items"] = [
            {name: item[name] for name in item if name != "id" or item[name] in own} for item in new["items"]
        ]
    elif old.get("items"):
        made["items"] = old["items"]
    return made


def _settings(old: _Raw, new: _Raw, unsaid: frozenset[str]) -> dict[str, Json]:
    made = {**old, **{name: value for name, value in new.items() if name not in INFRASTRUCTURE}}
    made |= {name: old[name] for name in PARTLY_SEEN if name in unsaid and old.get(name)}
    if _has_alarms(old.get("ops")) and set(new.get("ops") or ()) == {"existing_alarms"}:
        # The alarms of a template that was written from this design.
        made["ops"] = old["ops"]
    for name in INFRASTRUCTURE:
        if name in unsaid or same_setting(name, old, new):
            continue
        if new.get(name) is None:
            made.pop(name, None)
        else:
            made[name] = new[name]
    return made


def _has_alarms(ops: Json) -> bool:
    return isinstance(ops, Mapping) and read_alarms(ops.get("alarms")) != ""


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
    """Do two tables' settings mean the same for one of `INFRASTRUCTURE`, however it is spelled?"""
    return bool(meaning(name, old) == meaning(name, new))


def same_of_index(name: str, old: _Raw, new: _Raw, settings: _Raw) -> bool:
    """Do two indexes of a table mean the same for one of `OF_INDEX`, however it is spelled?"""
    return bool(_index_meaning(name, old, settings) == _index_meaning(name, new, settings))


def meaning(name: str, settings: _Raw) -> Json:
    """Return what a setting means for a table; None if nothing: off, the default, or of the other billing mode."""
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
        # A global table always has a stream with both images. facts/limits#features.
        return "NEW_AND_OLD_IMAGES"
    if name in ("multi_region_consistency", "witness") and not (settings.get("replicas") or settings.get("witness")):
        return None
    if name == "replicas":
        return sorted(value) if isinstance(value, list) and value else None
    return _normal_value(name, value)


def _normal_value(name: str, value: Json) -> Json:
    if value in _MEANS_NOTHING.get(name, ()) or value in (None, False, "", [], {}):
        return None
    if name == "auto_scaling" and isinstance(value, Mapping):
        return {side: _bounds(one) for side, one in value.items() if isinstance(one, Mapping) and one}
    if isinstance(value, Mapping) and name != "resource_policy":
        return {member: one for member, one in value.items() if one is not None} or None
    return value


def _bounds(one: _Raw) -> dict[str, Json]:
    """Return bounds, with the values that an export writes where a design specifies none."""
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
    return _normal_value(name, value)


def _projection(value: _Raw) -> tuple[str, tuple[str, ...]]:
    """An empty INCLUDE equals KEYS_ONLY; names count only with INCLUDE, in any order. facts/table-api#messages."""
    names = tuple(sorted(set(value.get("attributes") or ()))) if value.get("type") == "INCLUDE" else ()
    kind = str(value.get("type") or "ALL")
    return ("KEYS_ONLY" if kind == "INCLUDE" and not names else kind), names
