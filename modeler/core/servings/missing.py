"""What would serve an unserved pattern: the smallest change, as a sentence and as edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from modeler.core.design.items import Entity
from modeler.core.design.model import Design
from modeler.core.design.patterns import AccessPattern, KeyCondition, Operation
from modeler.core.design.tables import Index, IndexKind, ProjectionType, Table
from modeler.core.fixes import AddPart, Edit, Fix, Put
from modeler.core.items.sizes import projected_names
from modeler.core.keys.key_formats import FormatCall, apply_formats
from modeler.core.keys.templates import LiteralText, Reference, parse, print_template
from modeler.core.servings.found import looked_up, names_in
from modeler.core.servings.new_text import with_new_text, words_in
from modeler.core.servings.served import Serving
from modeler.core.servings.wanted import Equal, Wanted, wanted_of
from modeler.core.values.attribute_values import AttributeType, AttributeValue

_PAD: Final = 12
"""Digits that a number is padded to if its range does not say how many it needs."""


def serving_fixes(design: Design, pattern: AccessPattern) -> tuple[Fix, ...]:
    """Edits, the smallest first; each serves an unserved pattern; none if it is served.

    The key condition with the text that entities write; one made of the same values, on whatever index has it;
    projecting what an index lacks; an overload in an index that the entities do not use yet; a new GSI with its
    templates.
    """
    table = design.table(pattern.table)
    entities = design.entities_of(pattern)
    if table is None or not entities or pattern.operation.is_multiple:
        return ()
    if (asked := with_new_text(design, pattern)) is not None:
        return (_with_key(pattern, asked.key),)
    if not pattern.operation.is_read:
        return ()
    wanted = wanted_of(_with_key_values(pattern), entities)
    own = {attribute.name for entity in entities for attribute in entity.attributes}
    if wanted.problem or not wanted.terms or any(name not in own for name in (*wanted.names, *names_in(pattern.key))):
        return ()
    if _literal_words(text for one in pattern.key for text in one.templates) - _literal_words(_all_templates(entities)):
        return ()  # it requires a constant that no template writes: its meaning is unknown
    return tuple(_fixes(table, entities, pattern, wanted))


def _with_key(pattern: AccessPattern, key: tuple[KeyCondition, ...]) -> Fix:
    """The edits that give a pattern another key condition: what differs."""
    changed = [one for one, old in zip(key, pattern.key, strict=True) if one != old]
    shown = " and ".join(f"{one.name} {one.operator} {' and '.join(one.templates)}" for one in changed)
    return Fix(f"Ask for {shown}", tuple(Put(pattern.id, f"key.{one.name}", _spelled(one)) for one in changed))


def _literal_words(templates: Iterable[str]) -> set[str]:
    """The literal words in templates."""
    literals = (part.text for text in templates for part in parse(text).parts if isinstance(part, LiteralText))
    return {word for text in literals for word in words_in(text)}


def _all_templates(entities: tuple[Entity, ...]) -> Iterator[str]:
    return (text for entity in entities for overload in entity.overloads for text in overload.keys.values())


def _fixes(table: Table, entities: tuple[Entity, ...], pattern: AccessPattern, wanted: Wanted) -> Iterator[Fix]:
    asked, operation = replace(pattern, key=(), index=None), pattern.operation
    served, near = looked_up(table, entities, asked, wanted, None)
    if operation is Operation.GET and not served:
        operation = Operation.QUERY
        served, near = looked_up(table, entities, replace(asked, operation=operation), wanted, None)
    best = next((one for one in served if not one.filter), None)
    if best is not None:
        yield asked_as(pattern, best, operation)
        return
    for candidate in near:
        if (
            candidate.lacks
            and not pattern.key
            and not candidate.unbound
            and candidate.index.projection.type is not ProjectionType.ALL
        ):
            yield include(table, candidate.index, candidate.lacks)
    if pattern.operation is Operation.QUERY and _are_texts(entities, wanted):
        slot = next((index for index in table.indexes if _is_free(index, table, entities)), None)
        made = _in_slot(entities, wanted, slot) if slot is not None else _new_gsi(table, entities, wanted)
        yield replace(made, edits=(*made.edits, *_asking(pattern, entities, wanted, made))) if pattern.key else made


def _are_texts(entities: tuple[Entity, ...], wanted: Wanted) -> bool:
    """Can a key of text contain what a pattern is given? Bytes, lists, and maps have no text."""
    names = {*wanted.names, *wanted.order, *((wanted.range.attribute,) if wanted.range else ())}
    kinds = {one.type for each in entities for one in each.attributes if one.name in names | set(each.identity)}
    return not kinds - {AttributeType.S, AttributeType.N, AttributeType.BOOL}


def _asking(pattern: AccessPattern, entities: tuple[Entity, ...], wanted: Wanted, made: Fix) -> Iterator[Put]:
    """The edits by which a pattern that names its key queries the index that a fix writes."""
    added = next(edit for edit in made.edits if isinstance(edit, AddPart) and edit.where == "overloads")
    partition = next(iter(added.fields["keys"]))
    yield Put(pattern.id, "index", added.fields["index"])
    yield Put(pattern.id, "key", {partition: _partition(entities[0], wanted, asked=True)})


def _with_key_values(pattern: AccessPattern) -> AccessPattern:
    """The pattern as if the values of its key were given."""
    names = {name: pattern.parameters.get(name, "") for name in names_in(pattern.key)}
    return replace(pattern, parameters={**names, **pattern.parameters})


def include(table: Table, index: Index, names: tuple[str, ...]) -> Fix:
    """Project attributes into an index."""
    carried = index.projection.attributes if index.projection.type is ProjectionType.INCLUDE else ()
    listed = [*carried, *(name for name in names if name not in (projected_names(table, index) or ()))]
    value = {"type": "INCLUDE", "attributes": listed}
    return Fix(f"Include {', '.join(names)} in {index.name}", (Put(index.id, "projection", value),))


def asked_as(pattern: AccessPattern, made: Serving, operation: Operation) -> Fix:
    """Query by the key condition of a serving that was found for a pattern: its index, key, and remaining filter."""
    shown = " and ".join(f"{one.name} {one.operator} {', '.join(one.templates)}" for one in made.condition)
    edits: list[Edit] = [Put(pattern.id, "index", made.index)]
    if operation is not pattern.operation:
        edits.append(Put(pattern.id, "operation", str(operation)))
    edits.append(Put(pattern.id, "key", {one.name: _spelled(one) for one in made.condition}))
    if made.filter != pattern.filter:
        edits.append(Put(pattern.id, "filter", made.filter or None))
    return Fix(f"Query {made.index or made.table} by {shown}", tuple(edits))


def _spelled(condition: KeyCondition) -> Any:
    if condition.operator == "=":
        return condition.templates[0]
    return {
        condition.operator: list(condition.templates) if condition.operator == "between" else condition.templates[0]
    }


def _is_free(index: Index, table: Table, entities: tuple[Entity, ...]) -> bool:
    """Return whether the entities can write into this index. Its keys are generic strings that none of them writes
    yet.
    """
    if index.kind is not IndexKind.GSI or len(index.keys) != 2 or index.projection.type is not ProjectionType.ALL:
        return False
    own = {name for entity in entities for name in (attribute.name for attribute in entity.attributes)}
    shared = own | set(table.base.key_names)
    texts = all(key.type is AttributeType.S and key.name not in shared for key in index.keys)
    return texts and not any(entity.overloads_of(index.name) for entity in entities)


def _in_slot(entities: tuple[Entity, ...], wanted: Wanted, index: Index) -> Fix:
    edits = tuple(
        AddPart(
            entity.id, "overloads", {"index": index.name, "keys": _keys(entity, entities[0], wanted, *index.key_names)}
        )
        for entity in entities
    )
    names = " and ".join(entity.name for entity in entities)
    return Fix(f"Write {names} into {index.name} as {_keys_text(edits[0])}", edits)


def _new_gsi(table: Table, entities: tuple[Entity, ...], wanted: Wanted) -> Fix:
    taken = {index.name for index in table.indexes} | {name for index in table.indexes for name in index.key_names}
    number = next(n for n in range(1, 1000) if not {f"GSI{n}", f"GSI{n}PK", f"GSI{n}SK"} & taken)
    name, partition, sort = f"GSI{number}", f"GSI{number}PK", f"GSI{number}SK"
    index = {
        "name": name,
        "kind": "GSI",
        "partition_key": [{"name": partition, "type": "S"}],
        "sort_key": [{"name": sort, "type": "S"}],
        "projection": {"type": "ALL"},
    }
    overloads = tuple(
        AddPart(entity.id, "overloads", {"index": name, "keys": _keys(entity, entities[0], wanted, partition, sort)})
        for entity in entities
    )
    label = f"Add the index {name}, with {_keys_text(overloads[0])}"
    return Fix(label, (AddPart(table.id, "indexes", index), *overloads))


def _keys_text(edit: AddPart) -> str:
    return " and ".join(f"{name} {template}" for name, template in edit.fields["keys"].items())


def _partition(entity: Entity, wanted: Wanted, *, asked: bool = False) -> str:
    """The partition key made from the given values: as it is written, or as it is queried (`asked`)."""
    pieces = [entity.name.upper()]
    given = {term.attribute: term for term in reversed(wanted.terms) if isinstance(term, Equal)}
    for name in wanted.names:
        value = given[name].value
        text = _reference(name, entity)
        if asked and isinstance(value, str):
            text = print_template((Reference(value, parse(text).references[0].formats),))
        elif asked and isinstance(value, AttributeValue):
            constant = apply_formats(value, parse(text).references[0].formats, "")
            text = print_template((LiteralText(constant or ""),))
        pieces += [name.upper(), text]
    return "#".join(pieces)


def _keys(entity: Entity, first: Entity, wanted: Wanted, partition: str, sort: str) -> dict[str, str]:
    """Templates that serve the pattern: the given values in the partition key, the same for all entities, then range or
    order, then the identity.
    """
    asked = wanted.range
    after = dict.fromkeys((*((asked.attribute,) if asked else ()), *wanted.order, *entity.identity))
    rest = [_reference(name, entity) for name in after if name not in wanted.names and entity.attribute(name)]
    return {partition: _partition(first, wanted), sort: "#".join(rest) or entity.name.upper()}


def _reference(name: str, entity: Entity) -> str:
    """An attribute in a text key: a number is padded, so that it sorts."""
    attribute = entity.attribute(name)
    if attribute is None or attribute.type is not AttributeType.N:
        return print_template((Reference(name),))
    largest = attribute.range[1] if attribute.range else None
    width = len(str(int(largest))) if largest is not None and largest >= 1 else _PAD
    return print_template((Reference(name, (FormatCall("pad", min(width, 38)),)),))
