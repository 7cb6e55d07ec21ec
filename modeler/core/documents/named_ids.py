"""Ids by name: of the parts of a document, and along the path of a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from modeler.core.design.parts import Json
from modeler.core.documents.references import SHARED

type Document = Mapping[str, Json]


def document_label(raw: Document) -> str:
    """What a part of a document is recognized by where it has no id: its code, name or index; of a relation, its
    entities.
    """
    named = next((str(raw[name]) for name in ("code", "name", "index") if raw.get(name)), "")
    return named or " ".join(str(raw[name]) for name in ("parent", "child") if raw.get(name))


def attributes_of(entities: Iterable[Document]) -> Iterator[tuple[str, str]]:
    """Names and ids of the attributes of entities."""
    return ((one["name"], one["id"]) for entity in entities for one in entity.get("attributes", ()))


def ids_of(parts: Iterable[Document]) -> dict[str, str]:
    """Ids by name."""
    return first_of((one["name"], one["id"]) for one in parts)


def first_of(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Ids by name, of several with one name the first."""
    found: dict[str, str] = {}
    for name, identity in pairs:
        found.setdefault(name, identity)
    return found


def shared_of(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Ids by name, of several with one name all of them."""
    found: dict[str, list[str]] = {}
    for name, identity in pairs:
        found.setdefault(name, []).append(identity)
    return {name: SHARED.join(dict.fromkeys(ids)) for name, ids in found.items()}


def place_in(table: Document, rest: str) -> str:
    """What follows a table's name in the path of a finding, with ids for names."""
    for where in ("indexes", "entities"):
        listed = {one["name"]: one for one in reversed(table.get(where, ()))}
        if rest.startswith(f".{where}.") and (name := leading(rest[len(where) + 2 :], listed)):
            below = rest[len(where) + 2 + len(name) :]
            inner = _place_of_entity(table, listed[name], below) if where == "entities" else below
            return f".{where}.{{@{listed[name]['id']}}}{inner}"
    return rest


def _place_of_entity(table: Document, entity: Document, rest: str) -> str:
    start = ".attributes."
    attributes = first_of(attributes_of([entity]))
    if rest.startswith(start) and (name := leading(rest[len(start) :], attributes)):
        return f"{start}{{@{attributes[name]}}}{rest[len(start) + len(name) :]}"
    indexes = ids_of(table.get("indexes", ()))
    if name := leading(rest[1:], indexes):
        return f".{{@{indexes[name]}}}{rest[1 + len(name) :]}"
    return rest


def leading(path: str, names: Iterable[str]) -> str:
    """The longest of some names that a path begins with; '' for none."""
    fitting = (
        name for name in names if name and path.startswith(name) and path[len(name) : len(name) + 1] in ("", ".", "[")
    )
    return max(fitting, key=len, default="")
