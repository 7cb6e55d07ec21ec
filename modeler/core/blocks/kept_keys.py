"""The keys of an existing entity, where the block refers to keys of its own: the entity keeps what it has.

The templates of the design replace those of the block in the keys of every entity that shares the collection, and in
the calls; attributes that they use in addition are added, with an example.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from modeler.core.blocks.block import Block
from modeler.core.blocks.cast import Cast, played_by
from modeler.core.blocks.walking import Document, calls_of, entities_of
from modeler.core.design.items import Attribute, Entity
from modeler.core.design.model import Design
from modeler.core.documents.parts_json import attribute_document
from modeler.core.keys.attribute_formats import format_of
from modeler.core.keys.templates import parse
from modeler.core.keys.written_keys import written_keys
from modeler.core.values.json_values import to_plain

OWN: Final = "__own"
"""Ends the name of an attribute that the block has too, until it gets its name back."""


def keep_keys(document: Document, block: Block, cast: Cast, design: Design, entity: str) -> list[str]:
    """Let an entity of the block have the table's keys of the entity that plays it. Return its partition key; [] if it
    has no keys.
    """
    own = played_by(design, cast, entity)
    table = next((one for one in design.tables if one.name == cast.table), None)
    held = written_keys(table, own, table.base) if own is not None and table is not None else ()
    if own is None or not held or held[0].complete is None:
        return []
    names = _in_block_words(block, cast, entity, own)
    templates = [one.with_names(lambda name: names.get(name, name)) for one in held[0].complete]
    before = _base_keys(document, entity)
    sharing = set(_replace_in_entities(document, entity, before, templates))
    _replace_in_calls(document, entity, before, templates)
    extra = [name for source in templates for name in parse(source).attributes]
    known = {new: own.attributes_by_name[old] for old, new in names.items() if old in own.attributes_by_name}
    _add_attributes(document, sharing, [(name, known[name]) for name in dict.fromkeys(extra) if name in known])
    _add_parameters(document, {name: _example(own, attribute) for name, attribute in known.items()})
    return templates[:1]


def _in_block_words(block: Block, cast: Cast, entity: str, own: Entity) -> dict[str, str]:
    """The entity's attributes by name, as the block names them. One without a role keeps its name, apart from those of
    the block.
    """
    words = {new: attribute for (of, attribute), new in cast.attributes.items() if of == entity}
    taken = {one.name for other in block.table.entities for one in other.attributes}
    for attribute in own.attributes:
        name = attribute.name
        words.setdefault(name, f"{name}{OWN}" if name in taken else name)
    return words


def _base_keys(document: Document, entity: str) -> list[str]:
    found = next(one for one in entities_of(document) if one["name"] == entity)
    return list(next(one["keys"] for one in found["overloads"] if one["index"] is None).values())


def _replace_in_entities(document: Document, entity: str, before: list[str], templates: list[str]) -> Iterable[str]:
    """Replace the entity's own keys, and the partition key of those that share its collection; yield their names."""
    for one in entities_of(document):
        for overload in one["overloads"]:
            keys = list(overload["keys"].items())
            if overload["index"] is not None or keys[0][1] != before[0]:
                continue
            new = templates if one["name"] == entity else [templates[0], *(text for _, text in keys[1:])]
            overload["keys"] = {name: text for (name, _), text in zip(keys, new, strict=False)}
            yield one["name"]


def _replace_in_calls(document: Document, entity: str, before: list[str], templates: list[str]) -> None:
    for call, pattern in calls_of(document):
        keys = list(call.get("key", {}).items())
        if call.get("index") or not keys or keys[0][1] != before[0]:
            continue
        call["key"][keys[0][0]] = templates[0]
        is_it = list(call.get("entities") or pattern["entities"]) == [entity]
        if is_it and len(keys) > 1 and len(templates) > 1 and keys[1][1] == before[1]:
            call["key"][keys[1][0]] = templates[1]


def _add_attributes(document: Document, entities: set[str], wanted: Iterable[tuple[str, Attribute]]) -> None:
    """Add the attributes that the keys need to the entities, with an example value in their sample items."""
    listed = list(wanted)
    for one in entities_of(document):
        held = {attribute["name"] for attribute in one["attributes"]}
        for name, attribute in listed if one["name"] in entities else ():
            if name not in held:
                plain = {field: value for field, value in attribute_document(attribute).items() if field != "id"}
                one["attributes"].append({**plain, "name": name})
                for item in one["items"]:
                    item.setdefault(name, _value(attribute))


def _add_parameters(document: Document, examples: Mapping[str, Any]) -> None:
    """Give each call an example of what its keys now need."""
    for call, pattern in calls_of(document):
        given = {**pattern.get("parameters", {}), **call.get("parameters", {})}
        for condition in call.get("key", {}).values():
            for name in parse(condition).attributes if isinstance(condition, str) else ():
                if name not in given and name in examples:
                    call.setdefault("parameters", {})[name] = examples[name]


def _example(own: Entity, attribute: Attribute) -> Any:
    found = next((item.values[attribute.name] for item in own.items if attribute.name in item.values), None)
    return to_plain(found, found.type) if found is not None else _value(attribute)


def _value(attribute: Attribute) -> str:
    """An example in the attribute's own form."""
    return next(iter(attribute.values), "") or format_of(attribute).example or "1"
