"""The design as parts: the unit of database storage and of changes.

Each table, index, entity, attribute, overload, relation, access pattern and sample item is a `Part` with a stable id
and flat fields. Its fields hold the design document's JSON, except that names of other parts are stored as ids, so a
rename and an edit of a template do not conflict. Mappings are flattened one level (``keys.PK``, ``values.@a1``) so that
two people who edit different members do not conflict.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from modeler.core.design.ordering import spread

type Json = Any

ROOT: Final = "design"
INFERRED: Final = "inferred"
"""The provenance of a part that an import derived and that nobody has confirmed or edited."""
PART_ID: Final = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
"""The characters of an id: it appears in templates, in URLs and in pages."""


class PartKind(StrEnum):
    """The kinds of part, each with a separate table in Postgres (the design row is the root)."""

    DESIGN = "design"
    TABLE = "table"
    INDEX = "index"
    ENTITY = "entity"
    ATTRIBUTE = "attribute"
    OVERLOAD = "overload"
    RELATION = "relation"
    PATTERN = "pattern"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class Part:
    """One part. `parent` is a part id ('' for the root). Fields with the value None are absent from `fields`."""

    id: str
    kind: PartKind
    parent: str
    fields: Mapping[str, Json]

    @property
    def is_removed(self) -> bool:
        """A tombstone: removed, and kept so that references to it can show its name."""
        return bool(self.fields.get("removed"))

    @property
    def position(self) -> str:
        """Its position among its siblings."""
        return str(self.fields.get("position", ""))

    @property
    def name(self) -> str:
        """Its visible name; '' for overloads and items, which have none."""
        return str(self.fields.get("name", ""))


type Parts = Mapping[str, Part]
"""All parts of a design by id, the root included."""

CHILDREN: Final[Mapping[PartKind, Mapping[str, PartKind]]] = {
    PartKind.DESIGN: {
        "tables": PartKind.TABLE,
        "relations": PartKind.RELATION,
        "access_patterns": PartKind.PATTERN,
    },
    PartKind.TABLE: {"indexes": PartKind.INDEX, "entities": PartKind.ENTITY, "unassigned": PartKind.ITEM},
    PartKind.ENTITY: {"attributes": PartKind.ATTRIBUTE, "overloads": PartKind.OVERLOAD, "items": PartKind.ITEM},
}
"""Which lists of the document hold which parts."""

SPLIT: Final[Mapping[PartKind, frozenset[str]]] = {
    PartKind.DESIGN: frozenset({"settings"}),
    PartKind.TABLE: frozenset({"settings"}),
    PartKind.OVERLOAD: frozenset({"keys"}),
    PartKind.ITEM: frozenset({"values", "stored_keys"}),
    PartKind.PATTERN: frozenset({"key", "parameters", "set"}),
}
"""Mappings whose members are separate fields, named ``mapping.member``."""

_ABSENT: Final = frozenset({type(None), str, list, dict, bool})
"""Types whose empty value is the same as an absent field: a number 0 is not."""


_NO_CONFIRMATION: Final[Mapping[PartKind, frozenset[str]]] = {
    PartKind.OVERLOAD: frozenset({"provenance"}),
    PartKind.INDEX: frozenset({"provenance", "name", "description", "provisioned", "auto_scaling", "warm_throughput"}),
    PartKind.PATTERN: frozenset({"provenance", "code", "name", "description", "per_second", "purpose", "parameters"}),
}


def confirms(kind: PartKind, field: str) -> bool:
    """Does an edit of this field of an inferred part confirm it? A new name or rate does not; an entity and a table,
    which consist of more than one decision, are confirmed explicitly.
    """
    return kind in _NO_CONFIRMATION and field.partition(".")[0] not in _NO_CONFIRMATION[kind]


def part_id(parent: str, kind: str, name: str) -> str:
    """A short id that is the same whenever the same file is read: from the parent's id, the kind and the name."""
    digest = hashlib.sha256(f"{parent}\x00{kind}\x00{name}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"{kind[:1]}{digest[:11]}"


def flatten(kind: PartKind, raw: Mapping[str, Json]) -> dict[str, Json]:
    """Document fields of one part as flat fields; empty ones are left out, so that absent and empty are the same."""
    fields: dict[str, Json] = {}
    split = SPLIT.get(kind, ())
    for name, value in raw.items():
        if name in split and isinstance(value, Mapping):
            fields.update({f"{name}.{member}": content for member, content in value.items() if content is not None})
        elif value or type(value) not in _ABSENT:
            fields[name] = value
    return fields


def unflatten(kind: PartKind, fields: Mapping[str, Json]) -> dict[str, Json]:
    """The document's fields again."""
    raw: dict[str, Json] = {}
    split = SPLIT.get(kind, ())
    for name, value in fields.items():
        mapping, dot, member = name.partition(".")
        if dot and mapping in split:
            raw.setdefault(mapping, {})[member] = value
        elif name not in ("position", "removed"):
            raw[name] = value
    return raw


def children(parts: Parts, parent: str, kind: PartKind | None = None) -> list[Part]:
    """Living children in order of position."""
    found = [p for p in parts.values() if p.parent == parent and not p.is_removed and (kind is None or p.kind is kind)]
    return sorted(found, key=lambda part: (part.position, part.id))


def living(parts: Parts) -> dict[str, Part]:
    """The visible parts: neither removed nor below a removed part."""
    known: dict[str, bool] = {"": True}

    def lives(part: Part) -> bool:
        if part.id not in known:
            above = parts.get(part.parent)
            known[part.id] = not part.is_removed and (not part.parent or (above is not None and lives(above)))
        return known[part.id]

    return {part.id: part for part in parts.values() if lives(part)}


def tree(parts: Parts) -> dict[str, list[Part]]:
    """Living children of every part in one pass, in order: for walks over a whole design."""
    found: dict[str, list[Part]] = {}
    for part in sorted(parts.values(), key=lambda part: (part.position, part.id)):
        if not part.is_removed:
            found.setdefault(part.parent, []).append(part)
    return found


def subtree(parts: Parts, root: str) -> Iterator[Part]:
    """A part and everything below it, removed or not."""
    below: dict[str, list[Part]] = {}
    for part in parts.values():
        below.setdefault(part.parent, []).append(part)
    waiting = [parts[root]]
    while waiting:
        part = waiting.pop()
        yield part
        waiting.extend(below.get(part.id, ()))


def positioned(raws: Iterable[dict[str, Json]]) -> list[dict[str, Json]]:
    """Give the members of a fresh list their positions."""
    listed = list(raws)
    return [{**raw, "position": position} for raw, position in zip(listed, spread(len(listed)), strict=True)]
