"""A table as CreateTable and CloudFormation describe it, read into the design's terms. facts/table-api#createtable.

Errors in the file are reported with their line and never leave half a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from exporter.importers.support.base import Report
from exporter.importers.support.line_numbers import Lines, members
from modeler.core.design.parts import INFERRED, ROOT, part_id
from modeler.core.design.tables import Capacity, Index, IndexKind, KeyAttribute, Projection, ProjectionType, Table
from modeler.core.errors import DocumentInvalid
from modeler.core.limits import NAME_CHARS_MAX
from modeler.core.values.attribute_values import AttributeType

TABLES_MAX: Final = 2500
INDEXES_MAX: Final = 200

_INDEX_MEMBERS: Final = frozenset(
    {"IndexName", "KeySchema", "Projection", "ProvisionedThroughput", "OnDemandThroughput", "WarmThroughput",
     "ContributorInsightsSpecification", "AutoScaling"}
)  # fmt: skip
"""`AutoScaling` is ours: a GlobalTable's index scaling in the design's terms. Contributor Insights follow the table's.
"""


class Unresolved(str):
    """A readable text for a value known only at deployment: a parameter's name, ``Orders.Arn``."""

    __slots__ = ()


@dataclass(slots=True)
class Context:
    """Where lines come from, where the report goes, and the line of each part and field."""

    lines: Lines
    report: Report
    places: dict[str, int] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """The format's own words for the members of CreateTable, for messages."""

    def said(self, text: str) -> str:
        """Return a message or a path in the format's words; what is quoted is from the file and stays."""
        if not self.words:
            return text
        known = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, self.words), key=len, reverse=True))})\b")
        pieces = re.split(r"('[^']*')", text)
        return "".join(
            one if at % 2 else known.sub(lambda found: self.words[found.group()], one) for at, one in enumerate(pieces)
        )

    def put(self, part: str, name: str, container: Any, key: str | int | None = None) -> None:
        """Record that a field of a part ('' for the part itself) appears where a member of the file appears."""
        if line := self.lines.of(container, key):
            self.places[f"{part}.{name}" if name else part] = line

    def dropped(self, path: str, message: str, container: Any, key: str | int | None = None) -> None:
        """Report something that is not in the design, and where it was."""
        self.report.dropped(self.said(path), self.said(message), self.lines.of(container, key))

    def converted(self, path: str, message: str, container: Any, key: str | int | None = None) -> None:
        """Report something that the design holds in a different form, and where it was."""
        self.report.converted(self.said(path), self.said(message), self.lines.of(container, key))

    def guessed(self, path: str, message: str, container: Any, key: str | int | None = None) -> None:
        """Report something in the design that the file does not specify, and where it would be."""
        self.report.guessed(self.said(path), self.said(message), self.lines.of(container, key))

    def note(self, path: str, message: str, container: Any, key: str | int | None = None) -> None:
        """Report something that changed nothing."""
        self.report.note(self.said(path), self.said(message), self.lines.of(container, key))

    def refuse_long(self, name: str, path: str, container: Any, key: str | int | None = None) -> None:
        """Raise DocumentInvalid, with the line, if a name is longer than DynamoDB allows. facts/limits#items."""
        if len(name) > NAME_CHARS_MAX:
            said = f"the name has {len(name):,} characters; the limit is {NAME_CHARS_MAX}; shorten it"
            raise self.refuse(path, said, container, key)

    def refuse(self, path: str, message: str, container: Any, key: str | int | None = None) -> DocumentInvalid:
        """Return an error that says, with its line, what a place should hold."""
        line = self.lines.of(container, key)
        path = self.said(path)
        where = f"line {line}: {path}" if line else path
        return DocumentInvalid(f"{where}: {self.said(message)}", path=where, code="document.no_model")


def text_of(value: Any) -> str:
    """Return a text, or a number or boolean as text; '' for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float) else ""


def object_of(raw: Any, member: str) -> Mapping[str, Any]:
    """Return a member that is an object; an empty one if it is not."""
    found = raw.get(member) if isinstance(raw, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def boolean(value: Any) -> bool | None:
    """Return true or false, given as such or as text; None for anything else."""
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.lower())
    return value if isinstance(value, bool) else None


def read_table(raw: Mapping[str, Any], name: str, path: str, context: Context, taken: set[str]) -> Table:
    """Return the table with its keys, indexes, and capacity; `taken` holds the ids already in use.
    facts/table-api#createtable.

    Raises DocumentInvalid with the line if a key schema or a list of indexes cannot be read.
    """
    context.refuse_long(name, f"{path}.TableName", raw, "TableName")
    identity = fresh_id(ROOT, "table", name, taken)
    types = _Types(raw, path, context)
    partition, sort = _keys(raw, types, path, context)
    for member, key in (("", None), ("name", "TableName"), ("partition_key", "KeySchema"), ("sort_key", "KeySchema")):
        context.put(identity, member, raw, key)
    indexes = tuple(_indexes(raw, identity, partition, types, path, context, taken))
    types.say_unused(path)
    provenance = INFERRED if _is_open(raw, _DECIDING) else ""
    return Table(identity, name, partition, sort, indexes, provenance=provenance)


_DECIDING: Final = ("KeySchema", "AttributeDefinitions", "BillingMode", "ProvisionedThroughput")
"""Members without whose values a table or an index cannot be judged."""


def _is_open(raw: Mapping[str, Any], names: Iterable[str]) -> bool:
    """Is one of these members, or something in it, known only at deployment?"""
    waiting = [raw.get(name) for name in names]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Unresolved):
            return True
        waiting.extend(one.values() if isinstance(one, Mapping) else one if isinstance(one, list) else ())
    return False


def fresh_id(parent: str, kind: str, name: str, taken: set[str]) -> str:
    """Return an id made from a name, numbered if the name occurs twice, as in the design document."""
    number = 1
    while (identity := part_id(parent, kind, name + (f" {number}" if number > 1 else ""))) in taken:
        number += 1
    taken.add(identity)
    return identity


class _Types:
    """AttributeDefinitions by name, and which of them a key has used."""

    def __init__(self, raw: Mapping[str, Any], path: str, context: Context) -> None:
        self.raw = raw.get("AttributeDefinitions")
        self.context = context
        self.known: dict[str, AttributeType] = {}
        self.places: dict[str, int] = {}
        self.used: set[str] = set()
        if self.raw is not None and not isinstance(self.raw, list | Unresolved):
            raise context.refuse(f"{path}.AttributeDefinitions", "a list of names and types is required here", raw)
        self.is_open = isinstance(self.raw, list) and any(isinstance(one, Unresolved) for one in self.raw)
        for number, one in members(self.raw):
            if isinstance(one, Unresolved):
                continue
            self._define(one, number, f"{path}.AttributeDefinitions[{number}]")

    def _define(self, one: Any, number: int, path: str) -> None:
        name = text_of(one.get("AttributeName")) if isinstance(one, Mapping) else ""
        word = text_of(one.get("AttributeType")) if isinstance(one, Mapping) else ""
        if name and isinstance(one.get("AttributeType"), Unresolved):
            said = f"the file does not give the type of {name[:80]!r}; read as S"
            self.context.guessed(path, said, self.raw, number)
            word = "S"
        if not name or word not in ("S", "N", "B"):
            found = f"name {name[:60]!r} and type {word[:40]!r}" if isinstance(one, Mapping) else repr(str(one)[:60])
            said = f"a key attribute needs a name and the type S, N, or B, found {found}; left out"
            self.context.dropped(path, said, self.raw, number)
            return
        self.known[name] = AttributeType(word)
        self.places[name] = number

    def of(self, name: str, path: str, holder: Any, place: int) -> AttributeType:
        """Return the type of a key attribute; S, with a report line, if the file defines none."""
        self.context.refuse_long(name, path, holder, place)
        self.used.add(name)
        held = holder[place].get("AttributeName")
        if isinstance(held, Unresolved):
            said = f"the file does not give the name of this key in full; {name[:80]!r} is used in its place"
            self.context.guessed(path, said, holder, place)
        if name not in self.known and (self.is_open or isinstance(held, Unresolved)):
            said = f"the file does not give the type of {name[:80]!r}; read as S"
            self.context.guessed(path, said, holder, place)
        elif name not in self.known:
            said = f"AttributeDefinitions has no type for {name[:80]!r}, which DynamoDB rejects; read as S"
            self.context.converted(path, said, holder, place)
        return self.known.get(name, AttributeType.S)

    def say_unused(self, path: str) -> None:
        """Report definitions that no key uses: DynamoDB rejects them."""
        for name in self.known.keys() - self.used:
            place = self.places[name]
            said = f"no key uses {name[:80]!r}, and DynamoDB rejects such a definition; left out"
            self.context.dropped(f"{path}.AttributeDefinitions[{place}]", said, self.raw, place)


def _keys(
    raw: Mapping[str, Any], types: _Types, path: str, context: Context
) -> tuple[tuple[KeyAttribute, ...], tuple[KeyAttribute, ...]]:
    """Return partition and sort key elements, in key schema order."""
    schema = raw.get("KeySchema")
    path = f"{path}.KeySchema"
    if schema is None or isinstance(schema, Unresolved):
        said = "the key schema is missing or cannot be read; the table or index has no key in the design"
        context.dropped(path, said, raw, "KeySchema")
        return (), ()
    if not isinstance(schema, list):
        raise context.refuse(path, "a list of AttributeName and KeyType is required here", raw, "KeySchema")
    found: dict[str, list[KeyAttribute]] = {"HASH": [], "RANGE": []}
    for number, one in enumerate(schema):
        name = text_of(one.get("AttributeName")) if isinstance(one, Mapping) else ""
        kind = text_of(one.get("KeyType")) if isinstance(one, Mapping) else ""
        if not name or kind not in found:
            shown = f"name {name[:60]!r} and type {kind[:40]!r}" if isinstance(one, Mapping) else repr(str(one)[:60])
            said = f"a key element needs a name and the KeyType HASH or RANGE, found {shown}; left out"
            context.dropped(f"{path}[{number}]", said, schema, number)
        elif len(found[kind]) < 8:
            found[kind].append(KeyAttribute(name, types.of(name, f"{path}[{number}]", schema, number)))
        else:
            context.dropped(f"{path}[{number}]", "a key can have at most eight elements here; left out", schema, number)
    return tuple(found["HASH"]), tuple(found["RANGE"])


def _indexes(
    raw: Mapping[str, Any],
    table: str,
    partition: tuple[KeyAttribute, ...],
    types: _Types,
    path: str,
    context: Context,
    taken: set[str],
) -> Iterator[Index]:
    for member, kind in (("GlobalSecondaryIndexes", IndexKind.GSI), ("LocalSecondaryIndexes", IndexKind.LSI)):
        listed = raw.get(member)
        if listed is None:
            continue
        place = f"{path}.{member}"
        if isinstance(listed, Unresolved):
            context.dropped(place, f"the indexes are unknown ({listed}); left out", raw, member)
            continue
        if not isinstance(listed, list) or len(listed) > INDEXES_MAX:
            raise context.refuse(place, f"a list of at most {INDEXES_MAX} indexes is required here", raw, member)
        for number, one in enumerate(listed):
            if isinstance(one, Mapping):
                yield _index(one, kind, table, types, f"{place}[{number}]", context, taken)
            else:
                context.dropped(f"{place}[{number}]", f"{str(one)[:60]!r} is not an index; left out", listed, number)


def _index(
    raw: Mapping[str, Any], kind: IndexKind, table: str, types: _Types, path: str, context: Context, taken: set[str]
) -> Index:
    name = text_of(raw.get("IndexName"))
    if not name:
        name = "index"
        context.guessed(f"{path}.IndexName", "the index has no name; named index", raw)
    context.refuse_long(name, f"{path}.IndexName", raw, "IndexName")
    identity = fresh_id(table, "index", name, taken)
    partition, sort = _keys(raw, types, path, context)
    context.put(identity, "", raw)
    for ours, member in (
        ("name", "IndexName"), ("partition_key", "KeySchema"), ("sort_key", "KeySchema"),
        ("projection", "Projection"), ("provisioned", "ProvisionedThroughput"),
        ("on_demand_maximum", "OnDemandThroughput"), ("warm_throughput", "WarmThroughput"),
    ):  # fmt: skip
        if member in raw:
            context.put(identity, ours, raw, member)
    for member in raw:
        if member not in _INDEX_MEMBERS:
            context.dropped(f"{path}.{member}", "an index of a design cannot represent this; left out", raw, member)
    units = units_of(raw, "ProvisionedThroughput", path, context) if kind is IndexKind.GSI else {}
    settings = {
        ours: found
        for ours, member in (("on_demand_maximum", "OnDemandThroughput"), ("warm_throughput", "WarmThroughput"))
        if kind is IndexKind.GSI and (found := units_of(raw, member, path, context))
    }
    if scaling := object_of(raw, "AutoScaling"):
        settings = {"auto_scaling": dict(scaling), **settings}
    capacity = Capacity(units.get("read"), units.get("write"), settings)
    provenance = INFERRED if _is_open(raw, (*_DECIDING, "Projection")) else ""
    projection = _projection(raw, path, context)
    return Index(identity, name, kind, partition, sort, projection, capacity, provenance=provenance)


def _projection(raw: Mapping[str, Any], path: str, context: Context) -> Projection:
    path = f"{path}.Projection"
    found = object_of(raw, "Projection")
    word = text_of(found.get("ProjectionType"))
    names = found.get("NonKeyAttributes")
    listed = [text_of(name) for name in names] if isinstance(names, list) else []
    if word not in set(ProjectionType):
        what = f"the projection {word[:40]!r} is unknown" if word else "the index does not specify a projection"
        word = "INCLUDE" if listed else "ALL"
        context.guessed(path, f"{what}; read as {word}", raw, "Projection")
    return Projection(ProjectionType(word), tuple(dict.fromkeys(name for name in listed if name))[:500])


_UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "ProvisionedThroughput": ("ReadCapacityUnits", "WriteCapacityUnits"),
    "OnDemandThroughput": ("MaxReadRequestUnits", "MaxWriteRequestUnits"),
    "WarmThroughput": ("ReadUnitsPerSecond", "WriteUnitsPerSecond"),
}


def units_of(raw: Mapping[str, Any], member: str, path: str, context: Context) -> dict[str, int]:
    """Return a throughput's read and write units. Anything but a positive whole number is left out and reported."""
    found = raw.get(member)
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        context.dropped(f"{path}.{member}", f"unknown units {str(found)[:60]!r}; left out", raw, member)
        return {}
    sides = zip(("read", "write"), _UNITS[member], strict=True)
    wanted = {side: (name, whole(found.get(name))) for side, name in sides if name in found}
    for name, value in wanted.values():
        if value is None and found.get(name) not in (0, -1):
            said = f"unknown number of units {str(found.get(name))[:60]!r}; left out"
            context.dropped(f"{path}.{member}.{name}", said, found, name)
    return {side: value for side, (_, value) in wanted.items() if value is not None}


def whole(value: Any, least: int = 1) -> int | None:
    """Return a whole number of at least `least`, given as such or as text; None for anything else."""
    if isinstance(value, str) and not isinstance(value, Unresolved) and value.isascii() and value.isdigit():
        value = int(value) if len(value) <= 15 else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= 10**15:
        return None
    return value
