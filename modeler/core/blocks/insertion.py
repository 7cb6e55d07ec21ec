"""A block added to a design: the document after it, as one change makes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy

from modeler.core.blocks.block import Block, KeyTreatment
from modeler.core.blocks.cast import Cast, fits, played_by, proposed, usable_indexes
from modeler.core.blocks.fragment import fragment
from modeler.core.blocks.walking import Document
from modeler.core.design.model import Design
from modeler.core.documents.reading import from_document
from modeler.core.errors import Invalid


def inserted(block: Block, document: Document, said: Cast | None = None) -> Document:
    """Return the document of a design with a block added. What the person did not say is as proposed.

    Raises Invalid with a sentence about the first role that is cast wrongly.
    """
    design = from_document(document)
    cast = proposed(block, design, said)
    refuse_cast(block, design, cast)
    added = fragment(block, cast, design)
    made = deepcopy(document)
    table = _table(made, added)
    _add_settings(table, added["tables"][0])
    _add_indexes(table, added["tables"][0].get("indexes", ()))
    for role, entity in zip(block.roles, added["tables"][0]["entities"], strict=True):
        is_set = role.keys is KeyTreatment.SET or _has_no_key(design, cast, role.entity)
        _add_entity(table, entity, sets_keys=is_set)
    _add_relations(made, added.get("relations", ()))
    _add_patterns(made, added["access_patterns"])
    return made


def refuse_cast(block: Block, design: Design, cast: Cast) -> None:
    """Raise Invalid with the first thing that keeps the block from being added."""
    for problem, place in _problems(block, design, cast):
        raise Invalid(problem, path=place)


def _problems(block: Block, design: Design, cast: Cast) -> Iterator[tuple[str, str]]:
    table = next((one for one in design.tables if one.name == cast.table), None)
    if table is not None and not fits(block, table):
        needs = "a generic partition key and sort key" if block.table.sort_key else "a generic partition key alone"
        yield f"{block.name} needs {needs} of type S: choose another table than {table.name}", "table"
    if len(set(cast.entities.values())) < len(cast.entities):
        yield "Each role needs an entity of its own", "entity"
    for role in block.roles:
        own = played_by(design, cast, role.entity)
        names = [cast.attributes[role.entity, one.name] for one in block.attribute_roles[role.entity]]
        if len(set(names)) < len(names):
            yield f"Each role of {cast.entities[role.entity]} needs an attribute of its own", f"attribute:{role.entity}"
        for attribute in block.attribute_roles[role.entity]:
            name = cast.attributes[role.entity, attribute.name]
            known = own.attribute(name) if own is not None else None
            if known is not None and known.type is not attribute.type:
                place = f"attribute:{role.entity}:{attribute.name}"
                yield f"{name} is of type {known.type}; the block needs type {attribute.type}", place
    for (entity, attribute_name, value), new in cast.values.items():
        if not new:
            name = cast.attributes[entity, attribute_name]
            yield f"Choose which value of {name} means {value}", f"value:{entity}:{attribute_name}:{value}"
    for index in block.table.indexes:
        known_index = table.index(cast.indexes[index.name]) if table is not None else None
        if known_index is not None and known_index not in usable_indexes(block, design, cast, index):
            yield f"{known_index.name} cannot hold these keys: choose another index or a new one", f"index:{index.name}"


def _has_no_key(design: Design, cast: Cast, entity: str) -> bool:
    own = played_by(design, cast, entity)
    return own is None or not any(any(one.keys.values()) for one in own.overloads_of(None))


def _table(document: Document, added: Document) -> Document:
    """The table that gets the block: the one of that name, or a new one."""
    new: Document = added["tables"][0]
    for table in document.setdefault("tables", []):
        if table["name"] == new["name"]:
            found: Document = table
            return found
    made: Document = {**new, "indexes": [], "entities": []}
    document["tables"].append(made)
    return made


def _add_settings(table: Document, added: Document) -> None:
    """Turn on what the block needs: TTL, and a stream with at least its view."""
    settings, wanted = table.setdefault("settings", {}), added.get("settings", {})
    if wanted.get("ttl_attribute") and not settings.get("ttl_attribute"):
        settings["ttl_attribute"] = wanted["ttl_attribute"]
    if wanted.get("stream") and settings.get("stream") not in (wanted["stream"], "NEW_AND_OLD_IMAGES"):
        settings["stream"] = "NEW_AND_OLD_IMAGES" if settings.get("stream") else wanted["stream"]


def _add_indexes(table: Document, indexes: Iterable[Document]) -> None:
    held = {one["name"]: one for one in table.setdefault("indexes", [])}
    for index in indexes:
        if index["name"] not in held:
            table["indexes"].append(index)
        else:
            held[index["name"]].pop("reserve", None)


def _add_entity(table: Document, entity: Document, *, sets_keys: bool) -> None:
    """Add an entity, or its keys and attributes to the one of that name."""
    own = next((one for one in table.setdefault("entities", []) if one["name"] == entity["name"]), None)
    if own is None:
        table["entities"].append(entity)
        return
    held = {one["name"] for one in own.setdefault("attributes", [])}
    own["attributes"] += [one for one in entity["attributes"] if one["name"] not in held]
    new = [one for one in entity["overloads"] if one["index"] is not None or sets_keys]
    if sets_keys:
        own["overloads"] = [one for one in own.get("overloads", ()) if one["index"] is not None]
    own["overloads"] = [*own.get("overloads", ()), *new]
    if not own.get("identity"):
        own["identity"] = entity.get("identity", [])


def _add_relations(document: Document, relations: Iterable[Document]) -> None:
    known = {(one["parent"], one["child"]) for one in document.get("relations", ())}
    new = [one for one in relations if (one["parent"], one["child"]) not in known]
    if new:
        document["relations"] = [*document.get("relations", ()), *new]


def _add_patterns(document: Document, patterns: Iterable[Document]) -> None:
    """Add the access patterns, each with a code that is free."""
    listed = document.setdefault("access_patterns", [])
    taken, number = {one.get("code", "") for one in listed}, 0
    for pattern in patterns:
        code = ""
        while not code or code in taken:
            number += 1
            code = f"A{number}"
        taken.add(code)
        listed.append({**pattern, "code": code})
