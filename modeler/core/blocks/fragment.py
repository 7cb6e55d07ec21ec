"""A block in the words of a design: its document with the names, prefixes, values and keys of those who play its roles.

First literals and values are rewritten, then the keys that existing entities keep, then every name by the edits that a
rename by hand makes, so that templates, conditions and parameters follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from itertools import pairwise
from typing import Final

from modeler.core.blocks.block import TYPE_ATTRIBUTE, Block, BlockRole, KeyTreatment
from modeler.core.blocks.cast import Cast, played_by, words_of
from modeler.core.blocks.kept_keys import OWN, keep_keys
from modeler.core.blocks.tenant_keys import begin_with_tenant
from modeler.core.blocks.walking import (
    Document,
    calls_of,
    entities_of,
    rewrite_conditions,
    rewrite_examples,
    rewrite_literals,
)
from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.documents.parts_codec import put_together, take_apart
from modeler.core.documents.reading import from_document, to_document
from modeler.core.edits.changes import apply
from modeler.core.edits.edit_deltas import typed_change
from modeler.core.edits.edit_types import Renamed, Typed, TypedEdit
from modeler.core.keys.templates import LiteralText, parse
from modeler.core.values.json_values import to_plain

_LISTS: Final = (
    *("tables", "relations", "access_patterns"),
    *("indexes", "entities", "attributes", "overloads", "items", "steps"),
)


def fragment(block: Block, cast: Cast, design: Design) -> Document:
    """Return the block's document as it is added to a design, without ids. The cast is whole (`cast.proposed`)."""
    document = deepcopy(dict(block.document))
    kept = cast.patterns if cast.patterns is not None else frozenset()
    document["access_patterns"] = [one for one in document["access_patterns"] if one["code"] in kept]
    _rewrite_words(document, block, cast, design)
    kept_keys: list[str] = []
    for role in block.roles:
        own = played_by(design, cast, role.entity)
        if own is not None:
            _take_examples(document, block, cast, role, own)
            if role.keys is KeyTreatment.KEPT:
                kept_keys += keep_keys(document, block, cast, design, role.entity)
            _trim(document, block, role, own)
        _set_type(document, role, cast.entities[role.entity], own)
    table = next((one for one in design.tables if one.name == cast.table), None)
    begin_with_tenant(document, design, table, frozenset(kept_keys))
    return _without_ids(_renamed(document, block, cast, design))


def _rewrite_words(document: Document, block: Block, cast: Cast, design: Design) -> None:
    """Prefixes in keys, and values of enumerations in keys, conditions and examples."""
    words = {role.prefix: _prefix(role, cast, design) for role in block.roles}
    for (entity, _, value), new in cast.values.items():
        if new and new != value:
            words[value] = new
            _rewrite_value(document, entity, value, new)
    words |= _free_words(document, cast, design, words)
    changed = {old: new for old, new in words.items() if old != new}
    if changed:
        found = re.compile("|".join(rf"(?<![A-Za-z0-9]){re.escape(old)}(?![A-Za-z0-9])" for old in changed))
        rewrite_literals(document, lambda text: found.sub(lambda match: changed[match[0]], text))


def _free_words(document: Document, cast: Cast, design: Design, known: Mapping[str, str]) -> dict[str, str]:
    """New words for those that begin a partition key of the block and one of the table: their items would mix."""
    table = next((one for one in design.tables if one.name == cast.table), None)
    taken = {word for entity in (table.entities if table is not None else ()) for word in _literal_words(entity)}
    found: dict[str, str] = {}
    for entity in entities_of(document):
        for overload in entity["overloads"]:
            first = (words_of(parse(next(iter(overload["keys"].values()))).literal_prefix) or [""])[0]
            if first and first not in known and first in taken:
                numbers = (f"{first}{n}" for n in range(2, len(taken) + 3))
                found[first] = next(one for one in numbers if one not in taken)
    return found


def _rewrite_value(document: Document, entity: str, value: str, new: str) -> None:
    quoted, by = f"'{value}'", "'" + new.replace("'", "''") + "'"
    rewrite_conditions(document, entity, lambda text: text.replace(quoted, by))
    rewrite_examples(document, lambda text: new if text == value else text)
    for one in entities_of(document):
        for attribute in one["attributes"] if one["name"] == entity else ():
            if value in attribute.get("values", {}):
                attribute["values"] = {new if name == value else name: n for name, n in attribute["values"].items()}


def _prefix(role: BlockRole, cast: Cast, design: Design) -> str:
    """The literal that names an entity in keys: that of its own keys, else one that no key of the table uses."""
    name = cast.entities[role.entity]
    own = played_by(design, cast, role.entity)
    if own is not None:
        return _own_prefix(own) or _capitals(name)
    wanted = role.prefix if name == role.entity else _capitals(name)
    table = next((one for one in design.tables if one.name == cast.table), None)
    taken = {word for entity in (table.entities if table is not None else ()) for word in _literal_words(entity)}
    numbers = (f"{wanted}{n}" for n in range(2, len(taken) + 3))
    return next(one for one in (wanted, *numbers) if one not in taken)


def _capitals(name: str) -> str:
    return "".join(words_of(name)).upper() or "ITEM"


def _literal_words(entity: Entity) -> Iterator[str]:
    for overload in entity.overloads:
        for source in overload.keys.values():
            for part in parse(source).parts:
                yield from words_of(part.text) if isinstance(part, LiteralText) else ()


def _own_prefix(entity: Entity) -> str:
    """The last literal word before a reference in the table's keys of an entity."""
    found = ""
    for overload in entity.overloads_of(None)[:1]:
        for source in overload.keys.values():
            parts = parse(source).parts
            for before, after in pairwise(parts):
                if isinstance(before, LiteralText) and not isinstance(after, LiteralText):
                    found = (words_of(before.text) or [found])[-1]
    return found


def _take_examples(document: Document, block: Block, cast: Cast, role: BlockRole, own: Entity) -> None:
    """Let the examples be about sample items of the design: their ids for those of the block."""
    identity = block.table.entity(role.entity)
    words: dict[str, str] = {}
    for entity in entities_of(document):
        for item, sample in zip(entity["items"], own.items, strict=False) if entity["name"] == role.entity else ():
            for name in identity.identity if identity is not None else ():
                value = sample.values.get(cast.attributes[role.entity, name])
                text = to_plain(value, value.type) if value is not None else None
                if isinstance(text, str):
                    words[item[name]] = text
    rewrite_examples(document, lambda text: words.get(text, text))


def _trim(document: Document, block: Block, role: BlockRole, own: Entity) -> None:
    """Leave out what an existing entity has itself: sample items, and attributes that the block does not use."""
    used = {attribute.name for attribute in block.attribute_roles[role.entity]}
    of_block = block.table.entity(role.entity)
    spare = {one.name for one in of_block.attributes} - used if of_block is not None else set()
    for entity in entities_of(document):
        if entity["name"] == role.entity:
            entity["items"] = []
            entity["attributes"] = [one for one in entity["attributes"] if one["name"] not in spare]
    for call, pattern in calls_of(document):
        if call.get("parameters") and role.entity in (call.get("entities") or pattern["entities"]):
            lacking = {name for name in spare if own.attribute(name) is None}
            call["parameters"] = {name: one for name, one in call["parameters"].items() if name not in lacking}


def _set_type(document: Document, role: BlockRole, name: str, own: Entity | None) -> None:
    """Write the name of the entity into its type attribute."""
    known = own.attribute(TYPE_ATTRIBUTE) if own is not None else None
    value = next(iter(known.values), name) if known is not None else name
    for entity in entities_of(document):
        if entity["name"] == role.entity:
            for attribute in entity["attributes"]:
                if attribute["name"] == TYPE_ATTRIBUTE:
                    attribute["values"] = {value: 1}
            for item in entity["items"]:
                item[TYPE_ATTRIBUTE] = value
    for call, pattern in calls_of(document):
        if TYPE_ATTRIBUTE in call.get("parameters", {}) and role.entity in (
            call.get("entities") or pattern["entities"]
        ):
            call["parameters"][TYPE_ATTRIBUTE] = value


def _renamed(document: Document, block: Block, cast: Cast, design: Design) -> Document:
    parts = take_apart(to_document(from_document(document)))
    edits = tuple(_renames(put_together(parts), block, cast, design))
    return put_together(apply(parts, typed_change(parts, edits)))


def _renames(document: Document, block: Block, cast: Cast, design: Design) -> Iterator[TypedEdit]:
    table = document["tables"][0]
    target = next((one for one in design.tables if one.name == cast.table), None)
    for entity in table["entities"]:
        for attribute in entity["attributes"]:
            own = attribute["name"].removesuffix(OWN)
            yield from _name(attribute, cast.attributes.get((entity["name"], attribute["name"]), own))
    for entity in table["entities"]:
        yield from _name(entity, cast.entities[entity["name"]])
    for index in table.get("indexes", ()):
        new = cast.indexes[index["name"]]
        known = target.index(new) if target is not None else None
        names = known.key_names if known is not None else tuple(_index_keys(index, new))
        yield from _keys(index, names)
        yield from _name(index, new)
    if target is not None:
        yield from _keys(table, target.base.key_names)
    yield from _name(table, cast.table)


def _name(part: Mapping[str, str], new: str) -> Iterator[TypedEdit]:
    if part["name"] != new:
        yield Typed(part["id"], "name", new, part["name"], part["name"])


def _index_keys(index: Document, new: str) -> Iterable[str]:
    """The key attributes of a new index. A number is the attribute itself, whose name it keeps."""
    old = index["name"]
    for key in (*index["partition_key"], *index.get("sort_key", ())):
        yield key["name"].replace(old, new, 1) if key["name"].startswith(old) else key["name"]


def _keys(holder: Document, names: Iterable[str]) -> Iterator[TypedEdit]:
    for key, new in zip((*holder["partition_key"], *holder.get("sort_key", ())), names, strict=False):
        if key["name"].endswith(("PK", "SK")) and key["name"] != new:
            yield Renamed(holder["id"], key["name"], new)


def _without_ids(document: Document) -> Document:
    """The document without ids of parts: it gets new ones where it is added."""
    document.pop("id", None)
    for where in _LISTS:
        for part in document.get(where, ()):
            # The entities of an access pattern are names.
            if isinstance(part, dict):
                _without_ids(part)
    return document
