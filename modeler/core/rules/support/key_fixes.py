"""Edits that change the key templates of an entity, and every access pattern that reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from modeler.core.design.items import Entity
from modeler.core.design.patterns import AccessPattern, KeyCondition
from modeler.core.design.tables import Index, Table
from modeler.core.fixes import Edit, Fix, Put
from modeler.core.keys.key_formats import FormatCall
from modeler.core.keys.templates import KeyTemplate, LiteralText, Reference, parse, print_template
from modeler.core.keys.written_keys import WrittenKey
from modeler.core.rules.support.context import RuleContext, cell_path
from modeler.core.rules.support.example_values import example_value, placeholder_value
from modeler.core.rules.support.key_readers import key_readers
from modeler.core.rules.support.rule import Spot
from modeler.core.values.attribute_values import AttributeType
from modeler.core.values.json_values import to_plain

type Change = Callable[[KeyTemplate], KeyTemplate]


def prefix_of(entity: Entity) -> str:
    """The type prefix of an entity, as in ``ORDER#``."""
    return f"{re.sub(r'[^A-Z0-9]', '', entity.name.upper()) or 'ITEM'}#"


def prefix_for(attribute: str) -> str:
    """The prefix for the values of an attribute, as in ``PLAYER#`` for playerId."""
    return f"{re.sub(r'[^A-Z0-9]', '', re.sub(r'_?[iI][dD]$', '', attribute).upper()) or 'ITEM'}#"


def made_of(parts: tuple[LiteralText | Reference, ...]) -> KeyTemplate:
    """The template with these parts."""
    return KeyTemplate(print_template(parts), parts)


def with_prefix(text: str) -> Change:
    """Start with a literal."""

    def change(template: KeyTemplate) -> KeyTemplate:
        match template.parts:
            case (LiteralText(first), *rest):
                return made_of((LiteralText(text + first), *rest))
        return made_of((LiteralText(text), *template.parts))

    return change


def with_end(name: str) -> Change:
    """End with an attribute, after a delimiter."""

    def change(template: KeyTemplate) -> KeyTemplate:
        match template.parts:
            case (*rest, LiteralText(last)):
                return made_of((*rest, LiteralText(last.rstrip("#") + "#"), Reference(name)))
            case ():
                return made_of((Reference(name),))
        return made_of((*template.parts, LiteralText("#"), Reference(name)))

    return change


def with_formats(template: KeyTemplate, position: int, *formats: FormatCall) -> Change:
    """Give the reference at a position of `template` these formats. In the templates of patterns, change the reference
    to the same attribute, and the parameter in its position.
    """
    meant = template.parts[position]
    assert isinstance(meant, Reference)

    def change(other: KeyTemplate) -> KeyTemplate:
        return made_of(
            tuple(
                Reference(part.attribute, formats)
                if isinstance(part, Reference)
                and (part == meant or (place == position and _same_before(template, other, position)))
                else part
                for place, part in enumerate(other.parts)
            )
        )

    return change


def in_turn(first: Change, second: Change) -> Change:
    """Make two changes of a template, one after the other."""
    return lambda template: second(first(template))


def _same_before(template: KeyTemplate, other: KeyTemplate, position: int) -> bool:
    return all(
        type(one) is type(two) and (isinstance(one, Reference) or one == two)
        for one, two in zip(template.parts[:position], other.parts[:position], strict=True)
    )


def rekeyed(
    context: RuleContext,
    table: Table,
    entity: Entity,
    name: str,
    change: Change,
    *,
    whole: bool = False,
    about: tuple[str, ...] = (),
) -> tuple[Edit, ...]:
    """The edits that change the entity's template for a key attribute, and the key conditions of patterns.

    None if no overload writes it, or if a pattern that reads it is also about an unchanged entity (`about` names the
    changed ones): the new key would separate what is read together. `whole`: only conditions with `=` are changed (an
    end is added).
    """
    edits: list[Edit] = []
    for overload in entity.overloads:
        if name in overload.keys:
            before = parse(overload.keys[name])
            if before.problem:
                return ()
            edits.append(Put(overload.id, f"keys.{name}", change(before).source))
    changed = frozenset((entity.name, *about))
    if not edits:
        return ()
    for edit in _asked(context, table, entity, name, change, whole, changed):
        if edit is None:
            return ()
        edits.append(edit)
    return tuple(edits)


def _asked(
    context: RuleContext, table: Table, entity: Entity, name: str, change: Change, whole: bool, changed: frozenset[str]
) -> Iterator[Edit | None]:
    for pattern, condition in key_readers(context, table).of(entity, name):
        if whole and condition.operator != "=":
            continue
        about = pattern.entities or (one.name for one in table.entities)
        raw = _raw(condition, change) if pattern.id and all(one in changed for one in about) else None
        if raw is None:
            yield None
        else:
            yield Put(pattern.id, f"key.{name}", raw)
            yield from _examples(entity, pattern, condition, raw)


def _examples(
    entity: Entity, pattern: AccessPattern, condition: KeyCondition, raw: str | dict[str, str | list[str]]
) -> Iterator[Edit]:
    """Example values for the parameters that a changed key condition adds."""
    texts = [raw] if isinstance(raw, str) else [text for one in raw.values() for text in _as_list(one)]
    before = {name for text in condition.templates for name in parse(text).attributes}
    added = [name for text in texts for name in parse(text).attributes if name not in before]
    for name in added:
        value = example_value(entity, pattern, name) or placeholder_value(entity, name)
        if value is not None and name not in pattern.parameters:
            yield Put(pattern.id, f"parameters.{name}", to_plain(value, value.type))


def _as_list(one: str | list[str]) -> list[str]:
    return [one] if isinstance(one, str) else one


def _raw(condition: KeyCondition, change: Change) -> str | dict[str, str | list[str]] | None:
    """A key condition with changed templates, in document syntax; None if one cannot be parsed."""
    before = [parse(text) for text in condition.templates]
    if any(template.problem for template in before):
        return None
    texts = [change(template).source for template in before]
    if condition.operator == "=":
        return texts[0]
    return {condition.operator: texts[0] if len(texts) == 1 else texts}


def rekey(
    context: RuleContext,
    table: Table,
    entity: Entity,
    name: str,
    label: str,
    change: Change,
    *,
    whole: bool = False,
) -> tuple[Fix, ...]:
    """The fix from `rekeyed`, if there is one."""
    edits = rekeyed(context, table, entity, name, change, whole=whole)
    return (Fix(label, edits),) if edits else ()


class Rekey(NamedTuple):
    """A finding about templates, and its fix: key attributes with their changes, under one label. `whole` as in
    `rekeyed`.
    """

    spot: Spot
    label: str = ""
    changes: tuple[tuple[str, Change], ...] = ()
    whole: bool = False


def spots(
    context: RuleContext, table: Table, question: str, found: Callable[[Entity], Iterator[Rekey]]
) -> Iterator[Spot]:
    """The findings of each entity of a table, cached by the entity and the table's keys; their fixes depend on access
    patterns and are computed each time.
    """

    def of_entity(entity: Entity) -> tuple[Rekey, ...]:
        return tuple(found(entity))

    kept = context.of_entities(question, table, of_entity)
    for entity, rekeys in zip(table.entities, kept, strict=True):
        for one in rekeys:
            edits = [rekeyed(context, table, entity, name, change, whole=one.whole) for name, change in one.changes]
            fixes = (Fix(one.label, merged(edits)),) if edits and all(edits) else ()
            yield replace(one.spot, fixes=fixes) if fixes else one.spot


def merged(edits: list[tuple[Edit, ...]]) -> tuple[Edit, ...]:
    """The edits of several changes, each once."""
    found: list[Edit] = []
    for edit in (one for some in edits for one in some):
        if edit not in found:
            found.append(edit)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ReferencePlace:
    """A reference in a key template of an entity: the index, the key attribute, and the position among the template's
    parts.
    """

    index: Index
    key: WrittenKey
    name: str
    template: KeyTemplate
    position: int


def at_places(
    table: Table,
    entity: Entity,
    places: list[ReferencePlace],
    attribute: str,
    message: str,
    label: str,
    *formats: FormatCall,
) -> Rekey:
    """One finding about an attribute in several keys, at the first of them; `formats` fix it in all of them."""
    first = places[0]
    names = list(dict.fromkeys(place.name for place in places))
    facts = {"attribute": attribute, "index": first.index.id, "keys": names}
    spot = key_spot(table, entity, first.index, first.key, first.name, message, facts)
    changes = {place.name: with_formats(place.template, place.position, *formats) for place in places}
    return Rekey(
        spot, f"{label} in {', '.join(names)}, here and in its reads", tuple(changes.items()) if formats else ()
    )


type TextKey = tuple[Index, WrittenKey, str, KeyTemplate]


def text_keys(context: RuleContext, table: Table, entity: Entity, *, implied: bool = False) -> tuple[TextKey, ...]:
    """Templates of string keys that an overload of the entity writes, each with its index and its key attribute.

    `implied`: include keys that are the item's own attributes, or those of the table in an inverted index.
    """
    asked = ("text keys", id(table), id(entity), implied)
    return context.once(asked, lambda: tuple(_text_keys(context, table, entity, implied)))


def _text_keys(context: RuleContext, table: Table, entity: Entity, implied: bool) -> Iterator[TextKey]:
    for index in table.all_indexes:
        for key in context.keys(table, entity, index):
            for element, template in zip(index.keys, key.templates, strict=True):
                written = implied or (key.overload is not None and element.name in key.overload.keys)
                if template is not None and not template.problem and element.type is AttributeType.S and written:
                    yield index, key, element.name, template


def key_spot(
    table: Table, entity: Entity, index: Index, key: WrittenKey, name: str, message: str, facts: Mapping[str, Any]
) -> Spot:
    """A finding about what an entity writes into one key attribute of an index."""
    path = f"{cell_path(table, entity, None if index.is_base else index.name)}.{name}"
    return Spot(message, path, key.overload.id if key.overload else entity.id, f"keys.{name}", facts)
