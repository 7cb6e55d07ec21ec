"""How a planted fault is written down: a whole design as a document, and what one team changed in it.

The houses (`houses/`) are designs of ordinary teams without an error or a warning. A fault is a change to a house that
makes one thing wrong, and a near miss is a change that looks like it and is right. Both were written from what is known
of DynamoDB, not from what the rules ask, so that they measure the rules.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

type Document = dict[str, Any]
type Edits = dict[str, Any]

GONE: Final = object()
"""As the new value of a place: it is removed."""
_TYPES: Final = frozenset(("S", "N", "B", "BOOL", "M", "L", "SS", "NS", "BS"))


@dataclass(frozen=True)
class Fault:
    """One fault: `rules` are the findings that name it, any of them; `near` looks like it and is right."""

    name: str
    rules: tuple[str, ...]
    house: Document
    fault: Edits
    near: Edits

    def faulty_document(self) -> Document:
        """Return the design with the fault."""
        return changed(self.house, self.fault)

    def near_document(self) -> Document:
        """Return the design that looks like it and is right."""
        return changed(self.house, self.near)


@dataclass(frozen=True)
class Pair:
    """One fault as two whole designs: `faulty` has it, `near` looks like it and is right."""

    name: str
    rules: tuple[str, ...]
    faulty: Document
    near: Document

    def faulty_document(self) -> Document:
        """Return the design with the fault."""
        return self.faulty

    def near_document(self) -> Document:
        """Return the design that looks like it and is right."""
        return self.near


def attribute(text: str) -> Document:
    """Read one attribute: `total N money`, `status OPEN=.1 DONE=.9`, `note text ?.4`."""
    name, *words = text.split()
    made: Document = {"name": name, "type": "S"}
    for word in words:
        if word in _TYPES:
            made["type"] = word
        elif word.startswith("?"):
            made["optional"] = float(word[1:])
        elif "=" in word:
            value, share = word.split("=")
            made["format"] = "enum"
            made.setdefault("values", {})[value] = float(share)
        else:
            made["format"] = word
    return made


def entity(name: str, identity: str, attributes: str, keys: dict[str, str], **more: Any) -> Document:
    """Return an entity; a cell of `keys` is `partition | sort`, with ` when ...` behind it."""
    return {
        "name": name,
        "identity": identity.split(),
        "attributes": [attribute(one) for one in attributes.split(";") if one.strip()],
        "overloads": [overload(index, cell) for index, cell in keys.items()],
        **more,
    }


def overload(index: str, cell: str) -> Document:
    """Return one cell of the key sheet; `base` is the table's own key."""
    text, _, when = cell.partition(" when ")
    parts = [part.strip() for part in text.split(" | ")]
    names = ["PK", "SK"] if index == "base" else [f"{index}PK", f"{index}SK"]
    made: Document = {"index": None if index == "base" else index, "keys": dict(zip(names, parts, strict=False))}
    return {**made, "when": when} if when else made


def gsi(name: str, projection: str = "ALL", **more: Any) -> Document:
    """Return an index with generic text keys; a projection that is no type lists attributes."""
    projected: Document = (
        {"type": projection}
        if projection in ("ALL", "KEYS_ONLY")
        else {"type": "INCLUDE", "attributes": projection.split()}
    )
    return {
        "name": name,
        "kind": "GSI",
        "partition_key": [{"name": f"{name}PK", "type": "S"}],
        "sort_key": [{"name": f"{name}SK", "type": "S"}],
        "projection": projected,
        **more,
    }


def plain(
    name: str,
    partition: str,
    sort: str = "",
    kind: str = "GSI",
    sort_type: str = "S",
    projection: str = "ALL",
    **more: Any,
) -> dict[str, Any]:
    """An index on attributes of the items themselves."""
    return {
        "name": name,
        "kind": kind,
        "partition_key": [{"name": partition, "type": "S"}],
        "sort_key": [{"name": sort, "type": sort_type}] if sort else [],
        "projection": {"type": projection},
        **more,
    }


def table(name: str, entities: list[Document], indexes: list[Document], **settings: Any) -> Document:
    """Return a table with PK and SK."""
    return {
        "name": name,
        "partition_key": [{"name": "PK", "type": "S"}],
        "sort_key": [{"name": "SK", "type": "S"}],
        "indexes": indexes,
        "settings": {"billing": "PAY_PER_REQUEST", "point_in_time_recovery": True, **settings},
        "entities": entities,
    }


def call(code: str, name: str, operation: str, of: str, key: Document | None = None, **more: Any) -> Document:
    """Return an access pattern; `rate` is (average, peak) and `returns` the number of items."""
    made: Document = {"code": code, "name": name, "operation": operation, "entities": of.split()}
    if key is not None:
        made["key"] = key
    if "rate" in more:
        made["per_second"] = dict(zip(("average", "peak"), more.pop("rate"), strict=True))
    if "returns" in more:
        made["items_returned"] = more.pop("returns")
    if "where" in more:
        made["if"] = more.pop("where")
    return {**made, **more}


def house(name: str, tables: list[Document], patterns: list[Document], **more: Any) -> Document:
    """Return a design; a pattern without a table is of the first."""
    return {
        "keysheet": 1,
        "name": name,
        "region": "us-east-1",
        "tables": tables,
        "access_patterns": [{"table": tables[0]["name"], **one} for one in patterns],
        **more,
    }


def changed(document: Document, edits: Edits) -> Document:
    """Return a copy with each place set to a value, removed (GONE), or, with `+` at its end, extended.

    A place is a part and perhaps a field of it: `Order/count`, `Order:total/type` (an attribute), `Order@GSI1/when` (a
    cell), `A2/limit`, `GSI1/projection.type`, `orders/settings.stream`, `/settings.tenant` (the design). The text of an
    attribute or of a cell can be given instead of its fields: `Order@base`: `CUST#{customerId} | ORDER#{at}`.
    """
    made = deepcopy(document)
    for place, value in edits.items():
        part, _, field = place.removesuffix("+").partition("/")
        if not field:
            _replace(made, part, value)
        elif place.endswith("+"):
            owner, name = _below(_part(made, part), field)
            owner.setdefault(name, []).extend(deepcopy(value if isinstance(value, tuple) else (value,)))
        else:
            owner, name = _below(_part(made, part), field)
            if value is GONE:
                del owner[name]
            else:
                owner[name] = deepcopy(value)
    return made


def _below(owner: Document, field: str) -> tuple[Document, str]:
    """The mapping that holds a field, and its name there."""
    *outer, name = field.split(".")
    for one in outer:
        owner = owner.setdefault(one, {})
    return owner, name


def _replace(document: Document, part: str, value: Any) -> None:
    held = _list_with(document, part)
    position = next(at for at, one in enumerate(held) if _is_named(one, part))
    if value is GONE:
        del held[position]
    elif ":" in part:
        held[position] = attribute(value)
    elif "@" in part:
        held[position] = overload(part.partition("@")[2], value)
    else:
        held[position] = deepcopy(value)


def _part(document: Document, part: str) -> Document:
    if not part:
        return document
    return next(one for one in _list_with(document, part) if _is_named(one, part))


def _list_with(document: Document, part: str) -> list[Document]:
    """The list that holds a part."""
    for sign, field in ((":", "attributes"), ("@", "overloads")):
        if sign in part:
            owner: list[Document] = _part(document, part.partition(sign)[0])[field]
            return owner
    tables = document["tables"]
    lists = [tables, *(one[kind] for one in tables for kind in ("entities", "indexes")), document["access_patterns"]]
    return next(held for held in lists if any(_is_named(one, part) for one in held))


def _is_named(one: Document, part: str) -> bool:
    if "@" in part:
        wanted = part.partition("@")[2]
        return bool(one["index"] == (None if wanted == "base" else wanted))
    return part.partition(":")[2] == one["name"] if ":" in part else part == one.get("code", one["name"])
